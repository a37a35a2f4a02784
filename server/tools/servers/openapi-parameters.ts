import { type Json, type JsonObject, isObject } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { resolved, standalone } from "./openapi-schema.ts";
import type { Body, Parameter } from "./openapi-operation.ts";

// OpenAPI says that such parameters are ignored; the settings give these headers, or the connection does.
const IGNORED_HEADERS = ["accept", "content-type", "authorization", "cookie", "host", "content-length"];
const STYLES: Record<Parameter["place"], string[]> = {
  path: ["simple"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
};
const FORM = "application/x-www-form-urlencoded";

/** The parameters of an operation, or why they cannot be given. Those of the path item come first. */
export function parametersOf(
  lists: readonly (Json | undefined)[],
  document: JsonObject,
): Result<Parameter[], string> {
  const found = new Map<string, JsonObject>();
  for (const list of lists) {
    if (!Array.isArray(list)) continue;
    for (const item of list) {
      const parameter = resolved(item, document);
      if (!parameter) return err("a parameter refers to what is not in the document");
      found.set(`${String(parameter["in"])} ${String(parameter["name"])}`, parameter);
    }
  }
  const parameters: Parameter[] = [];
  for (const parameter of found.values()) {
    const name = String(parameter["name"]);
    const place = parameter["in"];
    if (place === "header" && IGNORED_HEADERS.includes(name.toLowerCase())) continue;
    if (place === "query" || place === "path" || place === "header") {
      const read = readParameter(parameter, name, place, document);
      if (!read.ok) return read;
      parameters.push({ ...read.value, key: freeKey(name, place, parameters) });
    } else if (parameter["required"] === true)
      return err(`it needs the ${String(place)} parameter "${name}"`);
  }
  return ok(parameters);
}

function readParameter(
  parameter: JsonObject,
  name: string,
  place: Parameter["place"],
  document: JsonObject,
): Result<Parameter, string> {
  const style = String(parameter["style"] ?? (place === "query" ? "form" : "simple"));
  if (!STYLES[place].includes(style)) return err(`its parameter "${name}" has the style "${style}"`);
  const content = isObject(parameter["content"]) ? Object.values(parameter["content"])[0] : undefined;
  const given = isObject(content) ? content["schema"] : parameter["schema"];
  const { description } = parameter;
  const schema = standalone(given, document, "request");
  return ok({
    key: name,
    name,
    place,
    style,
    explode: typeof parameter["explode"] === "boolean" ? parameter["explode"] : style === "form",
    isJson: content !== undefined,
    isRequired: place === "path" || parameter["required"] === true,
    schema: typeof description === "string" ? { ...schema, description } : schema,
  });
}

/** Two parameters may have one name in two places, and "body" is the request's own. */
function freeKey(name: string, place: string, taken: readonly Parameter[]): string {
  const isTaken = name === "body" || taken.some(({ key }) => key === name);
  return isTaken ? `${name}_${place}` : name;
}

/** What the request carries; null when it carries nothing, or something optional that cannot be given. */
export function bodyOf(value: Json | undefined, document: JsonObject): Result<Body | null, string> {
  const body = resolved(value, document);
  const content = body && isObject(body["content"]) ? body["content"] : null;
  if (!body || !content) return ok(null);
  const types = Object.keys(content);
  const mediaType =
    types.find(isJsonType) ?? types.find((type) => type.startsWith(FORM)) ?? types.find(isText);
  if (mediaType === undefined) {
    return body["required"] === true ? err(`its body is of the type ${types.join(", ")}`) : ok(null);
  }
  const media = content[mediaType];
  const isForm = mediaType.startsWith(FORM);
  const schema = standalone(isObject(media) ? media["schema"] : undefined, document, "request");
  const hasRequired = Array.isArray(schema["required"]) && schema["required"].length > 0;
  return ok({
    mediaType: mediaType.includes("*") ? "application/json" : mediaType,
    isForm,
    // Forms of older documents do not say so themselves.
    isRequired: body["required"] === true || (isForm && hasRequired),
    schema: isText(mediaType) ? { ...schema, type: "string" } : schema,
  });
}

export function isJsonType(type: string): boolean {
  return /^(?:application\/(?:[\w.-]+\+)?json|text\/json|\*\/\*|application\/\*)(?:;|$)/i.test(type);
}

function isText(type: string): boolean {
  return /^text\//i.test(type) && !isJsonType(type);
}
