import type { ErrorObject } from "ajv";
import { shortened } from "#server/core/characters.ts";
import { isObject, type Json, type JsonSchema } from "#server/core/json.ts";
import type { Issue } from "#server/core/plan.ts";
import { findReferences } from "#server/core/references.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import { complaint } from "./complaint.ts";
import { knowableErrors } from "./knowable-errors.ts";
import { asQuestion, nearNames, nearValue } from "./known-names.ts";
import { isLeftOut, partsOf, sayLeaveOut } from "./leave-out.ts";
import { say, spokenPath } from "./sayings.ts";
import { validatorOf } from "./schema-validator.ts";
import { type Placed, stepError } from "./step-issue.ts";

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
  const errors = knowableErrors(validate?.errors ?? [], input);
  const faults = errors.filter(
    (error) =>
      !isInsideAlternative(error) &&
      !(isOwn && isLeftOut(error)) &&
      !isExcused(error, errors, references) &&
      !isUnknownOf(error, unknown),
  );
  if (unknown.length === 0 && faults.length === 0) return [];
  return [
    ...unknown.map((name) => {
      const near = nearNames(name, fieldsOf(tool.inputSchema));
      const says = `gives the tool "${tool.name}" the parameter "${shortened(name)}", which it does not have.${asQuestion(near)}`;
      const mended = isOwn ? sayRenamed(number, [name], near, input) : undefined;
      return stepError(placed, "input_schema", says, { path: `${field}/${name}`, say: mended });
    }),
    ...faults.map((error) => {
      const at = `${field}${error.instancePath}`;
      const near = nearTo(error);
      const says = `gives the tool "${tool.name}" a wrong input: ${at} ${complaint(error)}.${asQuestion(near)}`;
      const mended = isOwn ? sayMended(number, tool, input, error, near) : undefined;
      return stepError(placed, "input_schema", says, { path: at, say: mended });
    }),
  ];
}

/** What may be meant: a field of an object that takes no others, or one of the listed values. */
function nearTo({ keyword, params, parentSchema, data }: ErrorObject): readonly string[] {
  const { additionalProperty: name, allowedValues: values } = params;
  if (typeof name === "string") return nearNames(name, fieldsOf(parentSchema));
  if (keyword !== "enum" || typeof data !== "string" || !Array.isArray(values)) return [];
  const near = nearValue(
    data,
    values.filter((value) => typeof value === "string"),
  );
  return near === undefined ? [] : [near];
}

/** The near value, the scalar as a text where a text belongs, or the input without the part. */
function sayMended(
  number: number,
  tool: ToolDefinition,
  input: Json,
  error: ErrorObject,
  near: readonly string[],
): string | undefined {
  const { keyword, schema, data, instancePath, params } = error;
  const parts = partsOf(instancePath);
  if (keyword === "additionalProperties")
    return sayRenamed(number, [...parts, String(params["additionalProperty"])], near, data);
  const [parameter, ...inner] = parts;
  const isScalar = typeof data === "number" || typeof data === "boolean";
  const instead = keyword === "type" && schema === "string" && isScalar ? String(data) : near[0];
  if (instead === undefined) return sayLeaveOut(number, tool, input, parts);
  return parameter !== undefined && inner.length === 0
    ? say.setParameter(number, parameter, instead)
    : undefined;
}

/** An unknown field gets the near name, or goes when there is none or when the near one is there already. */
function sayRenamed(
  number: number,
  parts: readonly string[],
  [near]: readonly string[],
  around: unknown,
): string | undefined {
  const from = spokenPath(parts);
  if (from === null) return undefined;
  if (near === undefined || Object.hasOwn(Object(around), near)) return say.leaveOut(number, from);
  const to = spokenPath([...parts.slice(0, -1), near]);
  return to === null ? undefined : say.renameParameter(number, from, to);
}

function fieldsOf(schema: unknown): string[] {
  return Object.keys(Object(Object(schema).properties));
}

/** A schema that lists its parameters means them all, unless it says that others are welcome. */
function unknownParameters(schema: JsonSchema, input: Json): string[] {
  const { properties } = schema;
  if (!isObject(properties) || !isObject(input)) return [];
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(properties, name));
  if (unknown.length === 0) return [];
  const isOpen = ["patternProperties", "allOf", "anyOf", "oneOf", "$ref", "if"].some((key) => key in schema);
  const { additionalProperties } = schema;
  return isOpen || (additionalProperties !== undefined && additionalProperties !== false) ? [] : unknown;
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
    return inside.every((inner) => isLeftOut(inner) || isExcused(inner, errors, references));
  });
}
