import type { ErrorObject } from "ajv";
import { shortened } from "#server/core/characters.ts";

/** What is wrong with a value by a schema, to be read behind the name of its place. */
export function complaint(error: ErrorObject): string {
  const { keyword, params } = error;
  if (keyword === "enum") return `must be one of ${JSON.stringify(params["allowedValues"])}`;
  if (keyword === "required") return `needs "${params["missingProperty"]}"`;
  if (keyword === "const") return `must be ${JSON.stringify(params["allowedValue"])}`;
  if (keyword === "additionalProperties") {
    const name = String(params["additionalProperty"]);
    return `has the unknown field "${shortened(name)}"`;
  }
  const description = error.parentSchema?.["description"];
  if (keyword === "pattern" && typeof description === "string")
    return `does not fit; it takes "${shortened(description)}"`;
  const message = String(error.message);
  if (keyword === "type") return `${message}, not ${typeName(error.data)}`;
  // The validator always says "characters", "items" and "properties".
  return message.replace(/\b1 (character|item)s$/, "1 $1").replace(/\b1 properties$/, "1 property");
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}
