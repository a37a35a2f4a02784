import { isObject, type Json, type JsonObject, type JsonSchema } from "#server/core/json.ts";
import { kindOf, schemaAt, textIn, variantsOf } from "./schema-node.ts";

const LISTED_VALUES = 12;

/** What else holds of the values of a schema, a sentence each. */
export function factsOf(schema: JsonObject, root: JsonSchema): string[] {
  const variants = variantsOf(schema, root);
  const facts = [...new Set([schema, ...variants].flatMap((variant) => valueFacts(variant, root)))];
  if (Object.hasOwn(schema, "default")) facts.push(`Default: ${valueText(schema["default"] ?? null)}`);
  return facts;
}

/** What holds of a value, and of each value in a list or an object of values by name. */
function valueFacts(schema: JsonObject, root: JsonSchema): string[] {
  const inside = kindOf(schema) === "list" ? schema["items"] : schema["additionalProperties"];
  const each = isObject(inside) ? schemaAt(inside, root) : null;
  const ofEach = each ? [each, ...variantsOf(each, root)].flatMap(boundsOf) : [];
  return [...boundsOf(schema), ...ofEach.map((fact) => `Each: ${fact[0]?.toLowerCase()}${fact.slice(1)}`)];
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
    ...formatFacts(schema),
    ...(typeof schema["minItems"] === "number" && schema["minItems"] > 0
      ? [`At least ${schema["minItems"].toLocaleString("en")} ${schema["minItems"] === 1 ? "item" : "items"}`]
      : []),
    ...(typeof schema["maxLength"] === "number"
      ? [`At most ${schema["maxLength"].toLocaleString("en")} characters`]
      : []),
    ...(typeof schema["maxItems"] === "number"
      ? [`At most ${schema["maxItems"].toLocaleString("en")} items`]
      : []),
  ];
}

const FORMATS: Readonly<Record<string, string>> = {
  uri: "An address such as https://example.com",
  url: "An address such as https://example.com",
  email: "An e-mail address",
  date: "A date such as 2026-01-31",
  "date-time": "A time such as 2026-01-31T09:00:00Z",
};

function formatFacts(schema: JsonObject): string[] {
  const format = textIn(schema, "format");
  if (format === "") return [];
  return [Object.hasOwn(FORMATS, format) ? (FORMATS[format] ?? "") : `Format: ${format}`];
}

function listed(values: readonly Json[]): string {
  const shown = values.slice(0, LISTED_VALUES).map(valueText).join(", ");
  return values.length > LISTED_VALUES ? `${shown} and ${values.length - LISTED_VALUES} more` : shown;
}

export function valueText(value: Json): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}
