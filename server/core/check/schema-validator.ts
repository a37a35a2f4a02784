import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "#server/core/json.ts";

const OPTIONS = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: false,
  validateSchema: false,
  addUsedSchema: false,
  logger: false,
} as const;

// Compiling costs milliseconds, and a catalogue's schemas live as long as the catalogue.
const compiled = new WeakMap<JsonSchema, ValidateFunction | null>();

/** Checks values against a schema; null when the schema itself cannot be used. */
export function validatorOf(schema: JsonSchema): ValidateFunction | null {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const validate = compile(schema);
  compiled.set(schema, validate);
  return validate;
}

function compile(schema: JsonSchema): ValidateFunction | null {
  const { $schema, ...rest } = schema;
  const isNewer = typeof $schema === "string" && /20(19-09|20-12)/.test($schema);
  try {
    return (isNewer || "$defs" in schema ? new Ajv2020(OPTIONS) : new Ajv(OPTIONS)).compile(rest);
  } catch {
    return null;
  }
}
