import { shortened } from "#server/core/characters.ts";
import { validatorOf } from "#server/core/check/schema-validator.ts";
import { type Json, type JsonObject, isObject } from "#server/core/json.ts";

// People and models read what a tool takes to the end, and of what it answers the outline.
const ROOM = {
  request: { depth: 12, schemas: 400, prose: 600 },
  answer: { depth: 6, schemas: 150, prose: 200 },
};
const PLAIN_WORDS = [
  "type",
  "title",
  "default",
  "enum",
  "const",
  "format",
  "required",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
];
const SCHEMA_WORDS = ["items", "additionalProperties", "not", "contains", "propertyNames"];
const LIST_WORDS = ["anyOf", "oneOf", "allOf", "prefixItems"];

/** What a reference within the document stands for; null for every other reference. */
export function resolved(value: Json | undefined, document: JsonObject): JsonObject | null {
  let found = value;
  for (let hops = 0; hops < 10 && isObject(found) && typeof found["$ref"] === "string"; hops += 1) {
    found = pointed(found["$ref"], document);
  }
  return isObject(found) && !("$ref" in found) ? found : null;
}

/**
 * A schema of the document by itself, with its references in place. What refers to itself, or becomes too
 * large, ends in a schema that allows anything. Fields that the other side sets are left out of requests.
 */
export function standalone(
  schema: Json | undefined,
  document: JsonObject,
  use: "request" | "answer",
): JsonObject {
  const room = ROOM[use];
  let made = 0;

  function convert(value: Json | undefined, above: readonly string[], depth: number): JsonObject {
    made += 1;
    if (depth > room.depth || made > room.schemas || !isObject(value)) return {};
    const ref = value["$ref"];
    if (typeof ref !== "string") return convertWords(value, above, depth);
    if (above.includes(ref)) return cutOff(resolved(value, document), room.prose);
    return { ...convert(pointed(ref, document), [...above, ref], depth + 1), ...proseOf(value, room.prose) };
  }

  function convertWords(value: JsonObject, above: readonly string[], depth: number): JsonObject {
    const inner = (item: Json | undefined) => convert(item, above, depth + 1);
    const result: JsonObject = {};
    for (const word of PLAIN_WORDS) if (value[word] !== undefined) result[word] = value[word];
    Object.assign(result, proseOf(value, room.prose));
    for (const word of SCHEMA_WORDS) {
      const item = value[word];
      if (item !== undefined) result[word] = typeof item === "boolean" ? item : inner(item);
    }
    for (const word of LIST_WORDS) {
      const items = value[word];
      if (Array.isArray(items) && items.length > 0) result[word] = items.map(inner);
    }
    if (isUsable(value["pattern"])) result["pattern"] = value["pattern"];
    const { properties } = value;
    if (!isObject(properties)) return result;
    const kept = Object.entries(properties).filter(([, item]) => !isHidden(resolved(item, document)));
    result["properties"] = Object.fromEntries(kept.map(([name, item]) => [name, inner(item)]));
    if (Array.isArray(result["required"])) {
      const names = new Set(Object.keys(properties).filter((name) => !kept.some(([one]) => one === name)));
      result["required"] = result["required"].filter((name) => !names.has(String(name)));
    }
    return result;
  }

  const isHidden = (item: JsonObject | null) => use === "request" && item?.["readOnly"] === true;
  return convert(schema, [], 0);
}

function pointed(ref: string, document: JsonObject): Json | undefined {
  if (!ref.startsWith("#/")) return undefined;
  let found: Json | undefined = document;
  for (const part of ref.slice(2).split("/")) {
    const name = decoded(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(found)) found = found[Number(name)];
    else found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function cutOff(schema: JsonObject | null, most: number): JsonObject {
  const type = schema?.["type"];
  return { ...(type !== undefined && { type }), ...(schema && proseOf(schema, most)) };
}

function proseOf({ description }: JsonObject, most: number): JsonObject {
  return typeof description === "string" ? { description: shortened(description, most) } : {};
}

function isUsable(pattern: Json | undefined): pattern is string {
  return typeof pattern === "string" && validatorOf({ type: "string", pattern }) !== null;
}
