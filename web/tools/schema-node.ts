import { isObject, type Json, type JsonObject, type JsonSchema } from "#server/core/json.ts";

const MOST_HOPS = 16;

export type SchemaKind = "text" | "number" | "boolean" | "list" | "object" | "nothing" | "any";

const KINDS: Readonly<Record<string, SchemaKind>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
  array: "list",
  object: "object",
  null: "nothing",
};

/** What stands at a place of a schema, with references inside the document followed and `allOf` taken together. */
export function schemaAt(value: Json | undefined, root: JsonSchema): JsonObject {
  let schema = isObject(value) ? value : {};
  for (let hops = 0; hops < MOST_HOPS && typeof schema["$ref"] === "string"; hops += 1) {
    const { $ref, ...beside } = schema;
    schema = { ...targetOf(String($ref), root), ...beside };
  }
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return schema;
  return allOf.reduce<JsonObject>(
    (merged, part) => mergeParts(merged, isObject(part) ? part : {}, root),
    rest,
  );
}

/** What a value may be: the schemas of `anyOf` or `oneOf`, or the one itself; one that only says null stands last. */
export function variantsOf(schema: JsonObject, root: JsonSchema): JsonObject[] {
  const variants = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(variants)) {
    return variants
      .map((variant) => schemaAt(variant, root))
      .sort((a, b) => Number(kindOf(a) === "nothing") - Number(kindOf(b) === "nothing"));
  }
  if (!Array.isArray(schema["type"])) return [schema];
  return schema["type"].map((type) => ({ ...schema, type }));
}

export function kindOf(schema: JsonObject): SchemaKind {
  const type = schema["type"];
  if (typeof type === "string") return KINDS[type] ?? "any";
  if (isObject(schema["properties"])) return "object";
  if (schema["items"] !== undefined) return "list";
  const known = Array.isArray(schema["enum"]) ? schema["enum"] : "const" in schema ? [schema["const"]] : [];
  if (known.length > 0 && known.every((value) => typeof value === "string")) return "text";
  if (known.length > 0 && known.every((value) => typeof value === "number")) return "number";
  return "any";
}

export function propertiesOf(schema: JsonObject): [name: string, schema: Json][] {
  return isObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
}

export function requiredNames(schema: JsonObject): ReadonlySet<string> {
  const required = schema["required"];
  return new Set(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []);
}

export function textIn(schema: JsonObject, field: string): string {
  const value = schema[field];
  return typeof value === "string" ? value : "";
}

function targetOf(reference: string, root: JsonSchema): JsonObject {
  if (!reference.startsWith("#")) return {};
  let place: Json | undefined = root;
  for (const part of reference.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    place = isObject(place) && Object.hasOwn(place, name) ? place[name] : undefined;
  }
  return isObject(place) ? place : {};
}

function mergeParts(merged: JsonObject, part: JsonObject, root: JsonSchema): JsonObject {
  const { $ref } = part;
  const next = typeof $ref === "string" ? { ...targetOf($ref, root), ...part } : part;
  const { $ref: _followed, ...fields } = next;
  return {
    ...fields,
    ...merged,
    properties: { ...asObject(merged["properties"]), ...asObject(fields["properties"]) },
    required: [...requiredNames(merged), ...requiredNames(fields)],
  };
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
