import { isObject, type Json, type JsonObject, type JsonSchema } from "#server/core/json.ts";

export type JsonType = "string" | "number" | "integer" | "boolean" | "null" | "object" | "array";

/**
 * One form that a value may take: of one type, with the schema that says more about it; `values` are
 * the only ones that it has, when they are listed.
 */
export type Form = { type: JsonType; schema: JsonObject; values: readonly Json[] | null };

const TYPES: readonly string[] = ["string", "number", "integer", "boolean", "null", "object", "array"];
// A schema may lead back to itself, and choices multiply.
const MAX_SCHEMAS = 200;
export const MAX_FORMS = 100;

/** The forms of all values that a schema takes; null when it does not say. `root` is where its references lead. */
export function formsOf(schema: Json | undefined, root: JsonSchema): Form[] | null {
  let left = MAX_SCHEMAS;

  function read(at: Json | undefined): Form[] | null {
    left -= 1;
    if (!isObject(at) || left < 0) return null;
    const { $ref, allOf, anyOf, oneOf, nullable } = at;
    const own = ownForms(at);
    const isAlone = ($ref ?? allOf ?? anyOf ?? oneOf ?? nullable) === undefined;
    if (isAlone) return own;
    const said = [
      own,
      typeof $ref === "string" ? read(target($ref, root)) : null,
      ...(Array.isArray(allOf) ? allOf.map(read) : []),
      ...[anyOf, oneOf].map((choice) => (Array.isArray(choice) ? union(choice.map(read)) : null)),
    ].filter((forms) => forms !== null);
    const [first, ...others] = said;
    const forms = first ? others.reduce(both, first) : null;
    return forms && nullable === true ? [...forms, { type: "null", schema: {}, values: null }] : forms;
  }
  return read(schema);
}

/** What the schema's own words say, without those that lead to other schemas. */
function ownForms(schema: JsonObject): Form[] | null {
  const listed = Array.isArray(schema["enum"]) ? schema["enum"] : null;
  const { const: only } = schema;
  const values = only === undefined ? listed : [only];
  const { type: named } = schema;
  const types = (Array.isArray(named) ? named : [named]).filter(isType);
  if (values) {
    const fitting = [...Map.groupBy(values, typeOfValue)].map(
      ([type, some]): Form => ({ type, schema, values: some }),
    );
    return types.length === 0
      ? fitting
      : fitting.filter((form) => types.some((type) => overlaps(type, form.type)));
  }
  return types.length === 0 ? null : types.map((type) => ({ type, schema, values: null }));
}

function isType(type: Json | undefined): type is JsonType {
  return typeof type === "string" && TYPES.includes(type);
}

function union(parts: readonly (Form[] | null)[]): Form[] | null {
  return parts.every((part) => part !== null) ? parts.flat() : null;
}

/** The forms of values that both sides take; of very many, those of the left side. */
function both(left: Form[], right: Form[]): Form[] {
  if (left.length * right.length > MAX_FORMS) return left;
  return left.flatMap((one) =>
    right
      .filter((other) => overlaps(one.type, other.type))
      .map((other) => ({
        type: one.type === "number" ? other.type : one.type,
        schema: mergedSchema(one.schema, other.schema),
        values: one.values ?? other.values,
      })),
  );
}

/** What is said of an object's fields on either side. */
function mergedSchema(one: JsonObject, other: JsonObject): JsonObject {
  const fields = [one["properties"], other["properties"]].filter(isObject);
  return { ...one, ...other, ...(fields.length > 0 && { properties: Object.assign({}, ...fields) }) };
}

/** Whether one value can be of both types: a number may be an integer. */
export function overlaps(one: JsonType, other: JsonType): boolean {
  const numbers: readonly string[] = ["number", "integer"];
  return one === other || (numbers.includes(one) && numbers.includes(other));
}

export function typeOfValue(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "object";
}

/** The schema that a reference inside the same document leads to: `#`, `#/$defs/order`. */
function target(reference: string, root: JsonSchema): Json | undefined {
  const [document, ...names] = reference.split("/");
  if (document !== "#") return undefined;
  let at: Json | undefined = root;
  for (const name of names) at = isObject(at) ? at[unescaped(name)] : undefined;
  return at;
}

/** A name in a JSON pointer as it is. */
export function unescaped(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
