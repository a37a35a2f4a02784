import type { ErrorObject } from "ajv";
import type { Json, JsonSchema } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import { findReferences } from "#server/core/references.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { didYouMean } from "./known-names.ts";
import { validatorOf } from "./schema-validator.ts";
import { type Placed, stepError } from "./step-issue.ts";

// What the input leaves out is made from the step's instructions when the attempt starts.
const LEFT_OUT = ["required", "minProperties", "dependencies", "dependentRequired"];
const ALTERNATIVES = ["anyOf", "oneOf"];
const UNKNOWABLE = ["not", "if", "contains", "uniqueItems"];

type References = readonly { at: string; isWhole: boolean }[];

/** The fixed part of an input against the tool's schema. A reference fits any type. */
export function inputIssues(placed: Placed, tool: ToolDefinition, input: Json, field: string): Issue[] {
  const references = findReferences(input);
  const unknown = unknownParameters(tool.inputSchema, input);
  const validate = validatorOf(tool.inputSchema);
  const errors = validate && !validate(input) ? (validate.errors ?? []) : [];
  const faults = errors.filter(
    (error) =>
      !isInsideAlternative(error) && !isExcused(error, errors, references) && !isUnknownOf(error, unknown),
  );
  return [
    ...unknown.map((name) => {
      const known = didYouMean(name, Object.keys(tool.inputSchema["properties"] ?? {}));
      const says = `gives the tool "${tool.name}" the parameter "${name}", which it does not have.${known}`;
      return stepError(placed, "input_schema", says, `${field}/${name}`);
    }),
    ...faults.map((error) => {
      const at = error.instancePath === "" ? field : `${field}${error.instancePath}`;
      const says = `gives the tool "${tool.name}" a wrong input: ${at} ${complaint(error)}.`;
      return stepError(placed, "input_schema", says, at);
    }),
  ];
}

/** A schema that lists its parameters means them all, unless it says that others are welcome. */
function unknownParameters(schema: JsonSchema, input: Json): string[] {
  const { properties } = schema;
  if (typeof properties !== "object" || properties === null || Array.isArray(properties)) return [];
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  const isOpen = ["patternProperties", "allOf", "anyOf", "oneOf", "$ref", "if"].some((key) => key in schema);
  const { additionalProperties } = schema;
  if (isOpen || (additionalProperties !== undefined && additionalProperties !== false)) return [];
  return Object.keys(input).filter((name) => !Object.hasOwn(properties, name));
}

function isUnknownOf({ keyword, instancePath, params }: ErrorObject, unknown: readonly string[]): boolean {
  return (
    keyword === "additionalProperties" &&
    instancePath === "" &&
    unknown.includes(params["additionalProperty"])
  );
}

function isInsideAlternative({ schemaPath }: ErrorObject): boolean {
  return /\/(anyOf|oneOf)\/\d+\//.test(schemaPath) || /\/(not|if|contains)\//.test(schemaPath);
}

function isExcused(error: ErrorObject, errors: readonly ErrorObject[], references: References): boolean {
  const { keyword, instancePath, schemaPath } = error;
  if (LEFT_OUT.includes(keyword)) return true;
  const here = references.find(({ at }) => at === instancePath);
  // `${…}` becomes text, whatever it refers to.
  if (here) return here.isWhole || keyword !== "type";
  const holdsReference = references.some(({ at }) => at.startsWith(`${instancePath}/`));
  if (UNKNOWABLE.includes(keyword)) return holdsReference;
  if (keyword === "enum" || keyword === "const") return holdsReference;
  if (!ALTERNATIVES.includes(keyword) || !Array.isArray(error.schema)) return false;

  return error.schema.some((_form, index) => {
    const inside = errors.filter((inner) => inner.schemaPath.startsWith(`${schemaPath}/${index}/`));
    return inside.every((inner) => isExcused(inner, errors, references));
  });
}

function complaint(error: ErrorObject): string {
  const { keyword, params, message = "does not fit" } = error;
  if (keyword === "enum") return `must be one of ${JSON.stringify(params["allowedValues"])}`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "additionalProperties") return `has the unknown field "${params["additionalProperty"]}"`;
  if (keyword === "type") return `${message}, not ${typeName(error.data)}`;
  // The validator always says "characters", "items" and "properties".
  return message.replace(/\b1 (character|item)s$/, "1 $1").replace(/\b1 properties$/, "1 property");
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}
