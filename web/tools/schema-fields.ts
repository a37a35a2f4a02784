import { isObject, type Json, type JsonObject, type JsonSchema } from "#server/core/json.ts";
import {
  kindOf,
  propertiesOf,
  requiredNames,
  type SchemaKind,
  schemaAt,
  textIn,
  variantsOf,
} from "./schema-node.ts";

export type SchemaField = {
  path: string;
  name: string;
  /** 0 for a parameter, 1 for a field in it, and so on. */
  depth: number;
  type: string;
  isRequired: boolean;
  description: string;
  /** What else holds of its values, a sentence each. */
  facts: string[];
};

const DEEPEST = 2;
const MOST_FIELDS = 200;
const LISTED_VALUES = 12;

const ONE: Record<SchemaKind, string> = {
  text: "text",
  number: "number",
  boolean: "true or false",
  list: "list",
  object: "object",
  nothing: "nothing",
  any: "anything",
};
const MANY: Record<SchemaKind, string> = {
  text: "texts",
  number: "numbers",
  boolean: "true or false",
  list: "lists",
  object: "objects",
  nothing: "nothing",
  any: "anything",
};

/** The fields that a schema describes as rows to read, each followed by the fields in it, two levels down. */
export function schemaFields(schema: JsonSchema): SchemaField[] {
  const rows: SchemaField[] = [];
  collect(schemaAt(schema, schema), schema, "", 0, rows);
  return rows;
}

function collect(
  object: JsonObject,
  root: JsonSchema,
  within: string,
  depth: number,
  rows: SchemaField[],
): void {
  const required = requiredNames(object);
  for (const [name, value] of propertiesOf(object)) {
    if (rows.length >= MOST_FIELDS) return;
    const schema = schemaAt(value, root);
    const path = `${within}${name}`;
    rows.push({
      path,
      name,
      depth,
      type: typeText(schema, root),
      isRequired: required.has(name),
      description: textIn(schema, "description"),
      facts: factsOf(schema, root),
    });
    const inner = innerObject(schema, root);
    if (inner && depth < DEEPEST) collect(inner, root, `${path}.`, depth + 1, rows);
  }
}

/** `text`, `list of numbers`, `texts by name`, `text or nothing`. */
function typeText(schema: JsonObject, root: JsonSchema): string {
  const types = variantsOf(schema, root).map((variant) => oneTypeText(variant, root));
  return [...new Set(types)].join(" or ");
}

function oneTypeText(schema: JsonObject, root: JsonSchema): string {
  const kind = kindOf(schema);
  if (schema["type"] === "integer") return "whole number";
  if (kind === "list") return listText(schema, root);
  if (kind !== "object" || propertiesOf(schema).length > 0) return ONE[kind];
  const values = schema["additionalProperties"];
  return isObject(values) ? `${manyText(schemaAt(values, root), root)} by name` : ONE.object;
}

function listText(schema: JsonObject, root: JsonSchema): string {
  const items = schema["items"];
  return isObject(items) ? `list of ${manyText(schemaAt(items, root), root)}` : ONE.list;
}

function manyText(schema: JsonObject, root: JsonSchema): string {
  return [...new Set(variantsOf(schema, root).map((variant) => MANY[kindOf(variant)]))].join(" or ");
}

function factsOf(schema: JsonObject, root: JsonSchema): string[] {
  const variants = variantsOf(schema, root);
  const facts = [...new Set([schema, ...variants].flatMap(boundsOf))];
  if (Object.hasOwn(schema, "default")) facts.push(`Left out: ${valueText(schema["default"] ?? null)}`);
  return facts;
}

function boundsOf(schema: JsonObject): string[] {
  const values = schema["enum"];
  const bounds: [field: string, words: string][] = [
    ["minimum", "At least"],
    ["exclusiveMinimum", "More than"],
    ["maximum", "At most"],
    ["exclusiveMaximum", "Less than"],
  ];
  return [
    ...(Array.isArray(values) ? [`One of ${listed(values)}`] : []),
    ...(Object.hasOwn(schema, "const") ? [`Always ${valueText(schema["const"] ?? null)}`] : []),
    ...bounds.flatMap(([field, words]) =>
      typeof schema[field] === "number" && Number.isSafeInteger(Math.trunc(schema[field]))
        ? [`${words} ${schema[field].toLocaleString("en")}`]
        : [],
    ),
    ...(typeof schema["maxLength"] === "number"
      ? [`At most ${schema["maxLength"].toLocaleString("en")} characters`]
      : []),
    ...(typeof schema["maxItems"] === "number"
      ? [`At most ${schema["maxItems"].toLocaleString("en")} items`]
      : []),
  ];
}

function listed(values: readonly Json[]): string {
  const shown = values.slice(0, LISTED_VALUES).map(valueText).join(", ");
  return values.length > LISTED_VALUES ? `${shown} and ${values.length - LISTED_VALUES} more` : shown;
}

function valueText(value: Json): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

/** What is in an object, or in each item of a list of objects. */
function innerObject(schema: JsonObject, root: JsonSchema): JsonObject | null {
  for (const variant of variantsOf(schema, root)) {
    if (propertiesOf(variant).length > 0) return variant;
    const items = kindOf(variant) === "list" ? schemaAt(variant["items"], root) : null;
    if (items && propertiesOf(items).length > 0) return items;
  }
  return null;
}
