import type { Json, JsonObject, JsonSchema } from "#server/core/json.ts";
import { type Path, writePath } from "#server/core/path.ts";

// What these say about a value cannot be read off property by property.
const OPAQUE = ["$ref", "anyOf", "oneOf", "allOf", "if", "patternProperties", "not"];

/** The part of a path that values of the schema cannot have; null when they may have all of it. */
export function missingPart(schema: JsonSchema, path: Path): string | null {
  let at: Json | undefined = schema;
  for (const [index, part] of path.entries()) {
    if (!isObject(at) || OPAQUE.some((key) => isObject(at) && key in at)) return null;
    const { type, properties, additionalProperties, items }: JsonObject = at;
    if (Array.isArray(type) || type === undefined) return null;
    const here = writePath(path.slice(0, index + 1));
    if (type === "array") {
      if (typeof part === "string" && !/^\d+$/.test(part)) return here;
      at = items;
    } else if (type === "object") {
      if (!isObject(properties)) return null;
      if (!Object.hasOwn(properties, part)) {
        return additionalProperties === undefined || additionalProperties === false ? here : null;
      }
      at = properties[part];
    } else {
      return here;
    }
  }
  return null;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
