import { isObject, type Json, type JsonObject, type JsonSchema } from "#server/core/json.ts";

/** A place in what a step gives, and the type of what stands there; null when no schema says. */
export type Place = { path: string; type: string | null };

const ANYWHERE: readonly Place[] = ["", ".total", ".items[0].name", '["a key"]', "[2]"].map((path) => ({
  path,
  type: null,
}));
const known = new Map<JsonSchema, readonly Place[]>();

/** Every place that values of a schema have. */
export function placesIn(schema: JsonSchema | undefined): readonly Place[] {
  if (schema === undefined) return ANYWHERE;
  const found = known.get(schema) ?? placesBelow(schema, "");
  known.set(schema, found);
  return found;
}

function placesBelow(schema: Json | undefined, path: string): Place[] {
  const { type, properties, items, additionalProperties } = objectOf(schema);
  const here = { path, type: typeOf(type) };
  const inside = Object.entries(objectOf(properties)).flatMap(([name, inner]) =>
    placesBelow(inner, `${path}.${name}`),
  );
  return [
    here,
    ...inside,
    ...(items === undefined ? [] : placesBelow(items, `${path}[0]`)),
    ...(isObject(additionalProperties) ? placesBelow(additionalProperties, `${path}.other`) : []),
  ];
}

/** Of several types the first. */
function typeOf(type: Json | undefined): string | null {
  const first = Array.isArray(type) ? type[0] : type;
  return typeof first === "string" ? first : null;
}

/** Whether a parameter of one type takes what stands at a place of another. */
export function fits(type: string | null, wanted: string | null): boolean {
  if (type === null || wanted === null || type === wanted) return true;
  return type === "integer" && wanted === "number";
}

export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
