import type { ErrorObject } from "ajv";
import { shortened } from "#server/core/characters.ts";
import type { Json, JsonSchema } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import { findReferences } from "#server/core/references.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { asQuestion, nearNames } from "./known-names.ts";
import { say } from "./sayings.ts";
import { isObject, unescaped } from "./schema-forms.ts";
import { validatorOf } from "./schema-validator.ts";
import { type Placed, stepError } from "./step-issue.ts";

// What a step's own input leaves out is made from its instructions when the attempt starts.
const LEFT_OUT = ["required", "minProperties", "dependencies", "dependentRequired"];
const ALTERNATIVES = ["anyOf", "oneOf"];
const UNKNOWABLE = ["not", "if", "contains", "uniqueItems"];

type References = readonly { at: string; isWhole: boolean }[];

/** The fixed part of an input against the tool's schema. A reference fits any type. */
export function inputIssues(
  placed: Placed,
  tool: ToolDefinition,
  input: Json,
  field: string,
  references: References = findReferences(input),
): Issue[] {
  const { number } = placed;
  const isOwn = field === "input";
  const unknown = unknownParameters(tool.inputSchema, input);
  const validate = validatorOf(tool.inputSchema);
  validate?.(input);
  const errors = validate?.errors ?? [];
  const faults = errors.filter(
    (error) =>
      !isInsideAlternative(error) &&
      !(isOwn && LEFT_OUT.includes(error.keyword)) &&
      !isExcused(error, errors, references) &&
      !isUnknownOf(error, unknown),
  );
  return [
    ...unknown.map((name) => {
      const near = nearNames(name, fieldsOf(tool.inputSchema));
      const [meant] = near;
      const says = `gives the tool "${tool.name}" the parameter "${shortened(name)}", which it does not have.${asQuestion(near)}`;
      const mended =
        meant === undefined ? say.leaveOut(number, name) : say.renameParameter(number, name, meant);
      const place = { path: `${field}/${name}`, say: isOwn ? mended : say.dropPrecondition(number) };
      return stepError(placed, "input_schema", says, place);
    }),
    ...faults.map((error) => {
      const at = error.instancePath === "" ? field : `${field}${error.instancePath}`;
      const near = nearFields(error);
      const says = `gives the tool "${tool.name}" a wrong input: ${at} ${complaint(error)}.${asQuestion(near)}`;
      const mended = isOwn ? sayMended(number, error, near) : say.dropPrecondition(number);
      return stepError(placed, "input_schema", says, { path: at, say: mended });
    }),
  ];
}

/** The fields that an unknown one may mean, inside an object that takes no others. */
function nearFields({ params, parentSchema }: ErrorObject): readonly string[] {
  const { additionalProperty: name } = params;
  return typeof name === "string" ? nearNames(name, fieldsOf(parentSchema)) : [];
}

/** A number, or true or false, where a text belongs is written as one; anything else is left to the model. */
function sayMended(number: number, error: ErrorObject, [near]: readonly string[]): string {
  const { keyword, schema, data, instancePath, params } = error;
  const [, ...parts] = instancePath.split("/").map(unescaped);
  const [parameter, ...inner] = parts;
  if (keyword === "additionalProperties") {
    const place = (name: string) => [...parts, name].join(".");
    const unknown = place(String(params["additionalProperty"]));
    return near === undefined
      ? say.leaveOut(number, unknown)
      : say.renameParameter(number, unknown, place(near));
  }
  if (parameter === undefined) return say.dropInput(number);
  const isScalar = typeof data === "number" || typeof data === "boolean";
  return inner.length === 0 && keyword === "type" && schema === "string" && isScalar
    ? say.setParameter(number, parameter, String(data))
    : say.leaveOut(number, parameter);
}

function fieldsOf(schema: unknown): string[] {
  return Object.keys(Object(Object(schema).properties));
}

/** A schema that lists its parameters means them all, unless it says that others are welcome. */
function unknownParameters(schema: JsonSchema, input: Json): string[] {
  const { properties } = schema;
  if (!isObject(properties) || !isObject(input)) return [];
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
  const here = references.find(({ at }) => at === instancePath);
  // `${…}` becomes text, whatever it refers to.
  if (here) return here.isWhole || keyword !== "type";
  const holdsReference = references.some(({ at }) => at.startsWith(`${instancePath}/`));
  if (UNKNOWABLE.includes(keyword)) return holdsReference;
  if (keyword === "enum" || keyword === "const") return holdsReference;
  // More than one form fits where exactly one may.
  if (keyword === "oneOf" && error.params["passingSchemas"] !== null) return holdsReference;
  if (!ALTERNATIVES.includes(keyword) || !Array.isArray(error.schema)) return false;

  return error.schema.some((_form, index) => {
    const inside = errors.filter((inner) => inner.schemaPath.startsWith(`${schemaPath}/${index}/`));
    return inside.every((inner) => LEFT_OUT.includes(inner.keyword) || isExcused(inner, errors, references));
  });
}

function complaint(error: ErrorObject): string {
  const { keyword, params } = error;
  if (keyword === "enum") return `must be one of ${JSON.stringify(params["allowedValues"])}`;
  if (keyword === "required") return `needs "${params["missingProperty"]}"`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "additionalProperties") {
    const name = String(params["additionalProperty"]);
    return `has the unknown field "${shortened(name)}"`;
  }
  const message = String(error.message);
  if (keyword === "type") return `${message}, not ${typeName(error.data)}`;
  // The validator always says "characters", "items" and "properties".
  return message.replace(/\b1 (character|item)s$/, "1 $1").replace(/\b1 properties$/, "1 property");
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}
