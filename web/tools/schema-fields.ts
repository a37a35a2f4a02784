import { isObject, type JsonObject, type JsonSchema } from "#server/core/json.ts";
import {
  kindOf,
  propertiesOf,
  requiredNames,
  type SchemaKind,
  schemaAt,
  textIn,
  variantsOf,
} from "./schema-node.ts";
import { factsOf, valueText } from "./schema-facts.ts";

export type SchemaField = {
  path: string;
  name: string;
  /** 0 for a parameter, 1 for a field in it, and so on. */
  depth: number;
  type: string;
  isRequired: boolean;
  /** Whether it is no field, but one of several forms that the one above may have. */
  isForm: boolean;
  description: string;
  /** What else holds of its values, a sentence each. */
  facts: string[];
  /** Whether fields in it are left out until somebody asks for them. */
  isFolded: boolean;
};

const DEEPEST = 2;
const MOST_FIELDS = 200;

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

type Rows = { root: JsonSchema; opened: ReadonlySet<string>; fields: SchemaField[] };

/**
 * The fields that a schema describes as rows to read, each followed by the fields in it, two levels down;
 * deeper ones follow those whose path is among the opened.
 */
export function schemaFields(schema: JsonSchema, opened: ReadonlySet<string> = new Set()): SchemaField[] {
  const rows: Rows = { root: schema, opened, fields: [] };
  collectForms(innerObjects(schemaAt(schema, schema), schema), "", 0, rows);
  return rows.fields;
}

/** The fields of an object; of one that may have several forms, those of each below its name. */
function collectForms(forms: readonly JsonObject[], within: string, depth: number, rows: Rows): void {
  const [only] = forms;
  if (only && forms.length === 1) return collect(only, within, depth, rows);
  for (const [index, form] of forms.entries()) {
    if (rows.fields.length >= MOST_FIELDS) return;
    const path = `${within}(${index + 1})`;
    rows.fields.push({
      path,
      name: formName(form, rows.root) ?? `Form ${index + 1}`,
      depth,
      type: ONE.object,
      isRequired: false,
      isForm: true,
      description: textIn(form, "description"),
      facts: [],
      isFolded: isFolded(path, depth, rows),
    });
    if (!isFolded(path, depth, rows)) collect(form, `${path}.`, depth + 1, rows);
  }
}

function collect(object: JsonObject, within: string, depth: number, rows: Rows): void {
  const { root, fields } = rows;
  const required = requiredNames(object);
  for (const [name, value] of propertiesOf(object)) {
    if (fields.length >= MOST_FIELDS) return;
    const schema = schemaAt(value, root);
    const path = `${within}${name}`;
    const inner = innerObjects(schema, root);
    const isShut = inner.length > 0 && isFolded(path, depth, rows);
    fields.push({
      path,
      name,
      depth,
      type: typeText(schema, root),
      isRequired: required.has(name),
      isForm: false,
      description: textIn(schema, "description"),
      facts: factsOf(schema, root),
      isFolded: isShut,
    });
    if (!isShut) collectForms(inner, `${path}.`, depth + 1, rows);
  }
}

function isFolded(path: string, depth: number, { opened }: Rows): boolean {
  return depth >= DEEPEST && !opened.has(path);
}

/** By its title, or by the value that tells it apart: `type: circle`. */
function formName(form: JsonObject, root: JsonSchema): string | null {
  const title = textIn(form, "title");
  if (title !== "") return title;
  for (const [name, value] of propertiesOf(form)) {
    const { const: only, enum: values } = schemaAt(value, root);
    const [first] = Array.isArray(values) && values.length === 1 ? values : [only];
    if (first !== undefined) return `${name}: ${valueText(first)}`;
  }
  return null;
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

/** What is in an object, or in each item of a list of objects: one for each form that it may have. */
function innerObjects(schema: JsonObject, root: JsonSchema): JsonObject[] {
  const { anyOf: _any, oneOf: _one, ...own } = schema;
  const forms = variantsOf(schema, root).flatMap((variant) => {
    const place = kindOf(variant) === "list" ? schemaAt(variant["items"], root) : variant;
    return place === variant ? [place] : variantsOf(place, root);
  });
  // What all forms share stands with its schema.
  const all = propertiesOf(own).length > 0 ? forms.map((form) => withFields(form, own)) : forms;
  const described = all.filter((form) => propertiesOf(form).length > 0);
  const isSame = described.every((form) => propertiesOf(form).length === propertiesOf(own).length);
  return isSame && described.length > 0 ? [own] : described;
}

function withFields(form: JsonObject, own: JsonObject): JsonObject {
  return {
    ...own,
    ...form,
    properties: Object.fromEntries([...propertiesOf(own), ...propertiesOf(form)]),
    required: [...requiredNames(own), ...requiredNames(form)],
  };
}
