import { type Json, type JsonObject, isObject } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { type HttpMessage, buildMessage } from "#server/tools/http-message.ts";
import type { Operation, Parameter } from "./openapi-operation.ts";

/** The request that an operation is with this input, or what is wrong with the input. */
export function requestOf(
  operation: Operation,
  input: JsonObject,
  headers: Record<string, string>,
  idempotencyKey: string,
): Result<HttpMessage, string> {
  const path = pathOf(operation, input);
  if (!path.ok) return path;
  const at = (place: Parameter["place"]) =>
    operation.parameters.filter((one) => one.place === place && given(input, one.key) !== undefined);
  const query = at("query")
    .flatMap((parameter) => queryOf(parameter, given(input, parameter.key) ?? null))
    .join("&");
  const ownHeaders = at("header").map((one) => [one.name, simpleText(given(input, one.key) ?? null, one)]);
  const body = operation.body ? given(input, "body") : undefined;
  const { mediaType, isForm } = operation.body ?? { mediaType: "", isForm: false };
  return buildMessage(
    {
      url: `${operation.server}${path.value}${query === "" ? "" : `?${query}`}`,
      method: operation.method,
      headers: {
        ...Object.fromEntries(ownHeaders),
        ...(body !== undefined && { "content-type": mediaType }),
        ...lowerCased(headers),
      },
      ...(body !== undefined && { body: isForm ? formOf(body) : bodyText(body, mediaType) }),
    },
    idempotencyKey,
  );
}

function pathOf({ path, parameters }: Operation, input: JsonObject): Result<string, string> {
  let empty: string | null = null;
  const made = path.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const parameter = parameters.find((one) => one.place === "path" && one.name === name);
    const text = parameter ? simpleText(given(input, parameter.key) ?? null, parameter) : "";
    if (text === "") empty = name;
    return encodeURIComponent(text.toWellFormed());
  });
  if (empty !== null) return err(`The parameter "${empty}" is empty. It is a part of the path.`);
  // Such a part would be taken out of the path, with what is before it.
  if (made.split("/").some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) {
    return err(`The path "${made}" has a part "." or "..", which would lead to another place.`);
  }
  return ok(made);
}

function queryOf(parameter: Parameter, value: Json): string[] {
  const { name, style, explode, isJson } = parameter;
  const pair = (key: string, text: string) => `${encoded(key)}=${encoded(text)}`;
  if (isJson) return [pair(name, JSON.stringify(value))];
  if (Array.isArray(value)) {
    if (explode) return value.map((item) => pair(name, textOf(item)));
    const between = style === "spaceDelimited" ? "%20" : style === "pipeDelimited" ? "%7C" : ",";
    return [`${encoded(name)}=${value.map((item) => encoded(textOf(item))).join(between)}`];
  }
  if (!isObject(value)) return [pair(name, textOf(value))];
  const fields = Object.entries(value);
  if (style === "deepObject") return fields.map(([key, item]) => pair(`${name}[${key}]`, textOf(item)));
  if (explode) return fields.map(([key, item]) => pair(key, textOf(item)));
  return [
    `${encoded(name)}=${fields.flatMap(([key, item]) => [encoded(key), encoded(textOf(item))]).join(",")}`,
  ];
}

/** Style "simple": lists and objects are written with commas. */
function simpleText(value: Json, { explode, isJson }: Parameter): string {
  if (isJson) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(textOf).join(",");
  if (!isObject(value)) return textOf(value);
  return Object.entries(value)
    .map(([key, item]) => `${key}${explode ? "=" : ","}${textOf(item)}`)
    .join(",");
}

function formOf(body: Json): string {
  if (!isObject(body)) return textOf(body);
  const form = new URLSearchParams();
  for (const [key, value] of Object.entries(body)) {
    for (const item of Array.isArray(value) ? value : [value]) form.append(key, textOf(item));
  }
  return form.toString();
}

function bodyText(body: Json, mediaType: string): string {
  return mediaType.startsWith("text/") && typeof body === "string" ? body : JSON.stringify(body);
}

function textOf(value: Json): string {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function given(input: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(input, key) ? input[key] : undefined;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
