import type { ErrorObject } from "ajv";
import { complaint } from "#server/core/check/complaint.ts";
import { knowableErrors } from "#server/core/check/knowable-errors.ts";
import { validatorOf } from "#server/core/check/schema-validator.ts";
import { type Json, type JsonSchema, isObject } from "#server/core/json.ts";

const MAX_PROBLEMS = 8;

/** What does not fit the schema, one phrase per problem; empty when the value fits. */
export function schemaProblems(schema: JsonSchema, value: Json): string[] {
  return problemsOf(schema, value, (errors) => errors);
}

/** What of an input does not fit, as far as it is known before its secrets are in their places. */
export function inputProblems(schema: JsonSchema, input: Json): string[] {
  return problemsOf(schema, input, (errors) => knowableErrors(errors, input));
}

function problemsOf(
  schema: JsonSchema,
  value: Json,
  counting: (errors: readonly ErrorObject[]) => readonly ErrorObject[],
): string[] {
  const validate = validatorOf(schema);
  if (!validate) return ["the schema itself is not valid JSON Schema"];
  if (validate(value)) return [];

  const errors = counting(validate.errors ?? []);
  const problems = [...new Set(errors.map((error) => phraseOf(error, schema)))];
  const more = problems.length - MAX_PROBLEMS;
  return more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `and ${more} more problems`] : problems;
}

/** Whether required parameters alone are missing, at the top: what a model may still fill in. */
export function missingParameters(schema: JsonSchema, value: Json): string[] {
  const required = schema["required"];
  if (!Array.isArray(required)) return [];
  const given = typeof value === "object" && value !== null ? value : {};
  return required.filter((name): name is string => typeof name === "string" && !Object.hasOwn(given, name));
}

/** The names that a schema gives its parameters. */
export function parameterNames(schema: JsonSchema): string[] {
  const { properties } = schema;
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}

function phraseOf(error: ErrorObject, schema: JsonSchema): string {
  const place = error.instancePath === "" ? "" : `"${error.instancePath.slice(1).replaceAll("/", ".")}" `;
  switch (error.keyword) {
    case "additionalProperties": {
      const name = `"${String(error.params["additionalProperty"])}"`;
      if (place !== "") return `${place}has the unknown field ${name}`;
      return `${name} is unknown; allowed: ${parameterNames(schema).join(", ") || "nothing"}`;
    }
    case "required":
      return place === ""
        ? `"${missingOf(error)}" is missing${choicesOf(error)}`
        : `${place}lacks "${missingOf(error)}"${choicesOf(error)}`;
    case "enum":
      return `${place}must be one of ${JSON.stringify(error.params["allowedValues"])}`;
    case "const":
      return `${place}must be ${JSON.stringify(error.params["allowedValue"])}`;
    case "pattern":
      return `${place === "" ? "it " : place}${complaint(error)}`;
    default:
      return `${place === "" ? "it " : place}${error.message ?? "does not fit"}`;
  }
}

/** What may stand there, where the schema lists it. */
function choicesOf(error: ErrorObject): string {
  const { properties } = (error.parentSchema ?? {}) as { properties?: Json };
  const field = isObject(properties) ? properties[missingOf(error)] : undefined;
  const choices = isObject(field) ? field["enum"] : undefined;
  return Array.isArray(choices) ? `; it is one of ${JSON.stringify(choices)}` : "";
}

function missingOf(error: ErrorObject): string {
  return String(error.params["missingProperty"]);
}
