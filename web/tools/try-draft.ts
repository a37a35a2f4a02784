import { isObject, type Json, type JsonObject, type JsonSchema } from "#server/core/json.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import { exampleInWords, exampleValue, givenExample } from "./example-value.ts";
import { kindOf, propertiesOf, requiredNames, schemaAt, textIn, variantsOf } from "./schema-node.ts";

/** One parameter as a person fills it in. `any` takes JSON, and whatever is no JSON as text. */
export type TryField = {
  /** null when the input as a whole is one field. */
  name: string | null;
  control: "text" | "number" | "boolean" | "choice" | "json" | "any";
  options: readonly Json[];
  isInteger: boolean;
  isRequired: boolean;
  description: string;
  example: string;
  /** Whether an example of the input has it filled in. */
  isInExample: boolean;
};

export type TryTexts = Readonly<Record<string, string>>;

/** Where the text of a field is kept. */
export function fieldKey({ name }: TryField): string {
  return name === null ? "" : `.${name}`;
}

/** `whole` is an example of the input; the schema's own where it is left out. */
export function tryFields(schema: JsonSchema, whole: Json | undefined = inputExample(schema)): TryField[] {
  const root = schemaAt(schema, schema);
  const properties = propertiesOf(root);
  if (properties.length === 0) {
    if (takesNothing(root)) return [];
    const example = JSON.stringify(whole ?? exampleValue(schema, schema), null, 2);
    return [{ name: null, ...CONTROL_OF_ANY, control: "json", description: "", example }];
  }
  const required = requiredNames(root);
  const given = isObject(whole) ? whole : null;
  return properties.map(([name, value]) => {
    const field = fieldOf(name, schemaAt(value, schema), schema, required.has(name));
    if (given === null) return field;
    const isInExample = Object.hasOwn(given, name);
    return isInExample
      ? { ...field, isInExample, example: textOf(given[name] ?? null, field.control) }
      : { ...field, isInExample };
  });
}

/** What the schema gives as an example of the input as a whole. */
function inputExample(schema: JsonSchema): Json | undefined {
  const { examples, example } = schemaAt(schema, schema);
  return Array.isArray(examples) ? examples[0] : example;
}

/** A tool without parameters takes an empty object, and there is nothing to fill in. */
function takesNothing(schema: JsonObject): boolean {
  const { additionalProperties, properties } = schema;
  if (kindOf(schema) !== "object") return false;
  return additionalProperties === false || (properties !== undefined && additionalProperties === undefined);
}

const CONTROL_OF_ANY = { options: [], isInteger: false, isRequired: false, isInExample: true };

function fieldOf(name: string, schema: JsonObject, root: JsonSchema, isRequired: boolean): TryField {
  const variants = variantsOf(schema, root).filter((variant) => kindOf(variant) !== "nothing");
  const [first = {}] = variants;
  const options = optionsOf(schema) ?? (variants.length === 1 ? optionsOf(first) : null);
  const control = options ? "choice" : controlOf(variants);
  const description = textIn(schema, "description") || textIn(first, "description");
  const isGiven = givenExample(schema) !== undefined || exampleInWords(description) !== undefined;
  return {
    name,
    control,
    options: options ?? [],
    isInteger: variants.every((variant) => variant["type"] === "integer"),
    isRequired,
    description,
    example: textOf(!isRequired && isTextsByName(first) ? NAMED_TEXTS : exampleValue(schema, root), control),
    isInExample: isRequired || (isGiven && control === "json"),
  };
}

// An object of texts by name is most often one of headers, and what is secret in them is named.
const NAMED_TEXTS = { authorization: "Bearer {{secret.NAME}}" };

function isTextsByName(schema: JsonObject): boolean {
  if (kindOf(schema) !== "object" || propertiesOf(schema).length > 0) return false;
  if (givenExample(schema) !== undefined) return false;
  const values = schema["additionalProperties"];
  return isObject(values) && kindOf(values) === "text";
}

function optionsOf({ enum: values, const: only }: JsonObject): readonly Json[] | null {
  if (Array.isArray(values) && values.length > 0) return values;
  return only === undefined ? null : [only];
}

function controlOf(variants: readonly JsonObject[]): TryField["control"] {
  const kinds = new Set(variants.map(kindOf));
  const [kind = "any"] = kinds;
  if (kinds.size > 1 || kind === "any" || kind === "nothing") return "any";
  return kind === "text" || kind === "number" || kind === "boolean" ? kind : "json";
}

/** How a value stands in its field. */
export function textOf(value: Json, control: TryField["control"]): string {
  if (control === "choice" || (typeof value !== "string" && value !== null)) {
    return JSON.stringify(value, null, control === "json" ? 2 : undefined);
  }
  if (control === "json") return JSON.stringify(value);
  return value ?? "";
}

export function exampleTexts(fields: readonly TryField[]): TryTexts {
  return Object.fromEntries(
    fields.filter(({ isInExample }) => isInExample).map((field) => [fieldKey(field), field.example]),
  );
}

/** The input that the fields say, or what is wrong with each. What is left empty is left out. */
export function readTry(fields: readonly TryField[], texts: TryTexts): Result<Json, Record<string, string>> {
  const problems: Record<string, string> = {};
  const input: [string, Json][] = [];
  for (const field of fields) {
    const key = fieldKey(field);
    const text = texts[key] ?? "";
    if (text.trim() === "" && field.name !== null) {
      if (field.isRequired) problems[key] = "The tool needs this.";
      else if (text !== "" && field.control === "text") input.push([field.name, text]);
      continue;
    }
    const read = readText(field, text);
    if (!read.ok) problems[key] = read.error;
    else if (field.name === null) return read;
    else input.push([field.name, read.value]);
  }
  return Object.keys(problems).length > 0 ? err(problems) : ok(Object.fromEntries(input));
}

function readText(field: TryField, text: string): Result<Json, string> {
  if (field.control === "text") return ok(text);
  if (field.control === "number") return readNumber(field, text.trim());
  if (field.name === null && text.trim() === "") return ok({});
  try {
    return ok(JSON.parse(text) as Json);
  } catch (error) {
    if (field.control === "any") return ok(text);
    return err(`This is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function readNumber({ isInteger }: TryField, text: string): Result<Json, string> {
  const number = Number(text);
  if (!Number.isFinite(number)) return err(`"${text}" is no number, such as ${isInteger ? "5" : "2.5"}.`);
  return isInteger && !Number.isInteger(number)
    ? err(`"${text}" is no whole number, such as 5.`)
    : ok(number);
}
