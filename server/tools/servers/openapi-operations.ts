import { type Json, type JsonObject, isObject } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import type { ToolAnnotations } from "#server/core/tool.ts";
import { cleanProse } from "./clean-tool.ts";
import { hasHiddenCharacters } from "./hidden-characters.ts";
import { MAX_TOOLS } from "./limits.ts";
import type { Body, Described, Operation, Parameter } from "./openapi-operation.ts";
import { bodyOf, isJsonType, parametersOf } from "./openapi-parameters.ts";
import { resolved, standalone } from "./openapi-schema.ts";

const METHODS = ["get", "head", "post", "put", "patch", "delete"];
const MAX_LINE = 1_000;
const MAX_DESCRIPTION = 2_000;
// What is not said counts as dangerous: a POST may do anything.
const ANNOTATIONS: Record<string, ToolAnnotations> = {
  get: { readOnlyHint: true, idempotentHint: true, destructiveHint: false },
  head: { readOnlyHint: true, idempotentHint: true, destructiveHint: false },
  post: { readOnlyHint: false, idempotentHint: false },
  put: { readOnlyHint: false, idempotentHint: true, destructiveHint: true },
  patch: { readOnlyHint: false, idempotentHint: false, destructiveHint: true },
  delete: { readOnlyHint: false, idempotentHint: true, destructiveHint: true },
};

/** Where requests go when the document does not say it, and what it may not say against. */
export type Bases = { documentUrl?: string | undefined; baseUrl?: string | undefined };

/** The operations of a document of OpenAPI 3.1. */
export function operationsOf(
  document: JsonObject,
  bases: Bases,
): Omit<Described, "offered"> | { problem: string } {
  const operations: Operation[] = [];
  const left: string[] = [];
  const names = new Set<string>();
  const paths = isObject(document["paths"]) ? document["paths"] : {};
  for (const [path, value] of Object.entries(paths)) {
    const item = resolved(value, document);
    if (!item) {
      left.push(`${path}: it refers to what is not in the document`);
      continue;
    }
    for (const method of METHODS.filter((one) => isObject(item[one]))) {
      if (operations.length > MAX_TOOLS) return { operations, left };
      const read = readOperation(document, path, item, method, bases);
      if (!read.ok) {
        left.push(`${method.toUpperCase()} ${path}: ${read.error}`);
        continue;
      }
      const name = freeName(read.value.tool.name, names);
      names.add(name);
      operations.push({ ...read.value, tool: { ...read.value.tool, name } });
    }
  }
  if (operations.length > 0) return { operations, left };
  return { problem: left[0] ?? "the document names no operation under `paths`" };
}

function readOperation(
  document: JsonObject,
  path: string,
  item: JsonObject,
  method: string,
  bases: Bases,
): Result<Operation, string> {
  const operation = item[method] as JsonObject;
  if (!path.startsWith("/") || /[?#\\]/.test(path) || hasHiddenCharacters(path))
    return err("its path is odd");
  const server = serverOf([operation, item, document], bases);
  if (!server.ok) return server;
  const parameters = parametersOf([item["parameters"], operation["parameters"]], document);
  if (!parameters.ok) return parameters;
  const unknown = [...path.matchAll(/\{([^{}]+)\}/g)]
    .map(([, name]) => name)
    .find((name) => !parameters.value.some((one) => one.place === "path" && one.name === name));
  if (unknown !== undefined) return err(`its path has "{${unknown}}", which is no parameter of it`);
  const hasBody = method !== "get" && method !== "head";
  const body = bodyOf(hasBody ? operation["requestBody"] : undefined, document);
  if (!body.ok) return body;

  // A person accepts where a tool goes along with its words, as they see it.
  const line = `${method.toUpperCase()} ${server.value}${path}`;
  if (line.length > MAX_LINE) return err("its URL is too long");
  const words = [operation["summary"], operation["description"]].filter((one) => typeof one === "string");
  const prose = cleanProse(words.join("\n\n"), MAX_DESCRIPTION - line.length - 2);
  return ok({
    tool: {
      name: nameOf(operation["operationId"], method, path),
      description: prose === "" ? line : `${prose}\n\n${line}`,
      inputSchema: inputSchemaOf(parameters.value, body.value),
      outputSchema: outputSchemaOf(operation["responses"], document),
      annotations: { ...ANNOTATIONS[method], openWorldHint: true },
    },
    method: method.toUpperCase(),
    server: server.value,
    path,
    parameters: parameters.value,
    body: body.value,
  });
}

function serverOf(places: readonly JsonObject[], { documentUrl, baseUrl }: Bases): Result<string, string> {
  const lists = places
    .map((place) => place["servers"])
    .filter((list) => Array.isArray(list) && list.length > 0);
  const first = (lists[0] as Json[] | undefined)?.[0];
  const said = isObject(first) ? withVariables(String(first["url"]), first["variables"]) : "/";
  const text = baseUrl ?? said;
  const url = URL.parse(text, documentUrl);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return err(`"${text}" says not where requests go. Set a base URL`);
  }
  return ok(`${url.origin}${url.pathname}`.replace(/\/+$/, ""));
}

function withVariables(url: string, variables: Json | undefined): string {
  return url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined;
    return isObject(variable) && variable["default"] !== undefined ? String(variable["default"]) : whole;
  });
}

function nameOf(operationId: Json | undefined, method: string, path: string): string {
  const words = typeof operationId === "string" && operationId !== "" ? operationId : `${method}_${path}`;
  const name = words.replace(/[^A-Za-z0-9_.-]+|_{2,}/g, "_").replace(/__+/g, "_");
  return name.replace(/^_|_$/g, "").slice(0, 64) || method;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name.slice(0, 58)}_${number}`;
  return free;
}

function inputSchemaOf(parameters: readonly Parameter[], body: Body | null): JsonObject {
  const properties: JsonObject = Object.fromEntries(parameters.map(({ key, schema }) => [key, schema]));
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ key }) => key);
  if (body) properties["body"] = body.schema;
  if (body?.isRequired) required.push("body");
  return {
    type: "object",
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function outputSchemaOf(responses: Json | undefined, document: JsonObject): JsonObject {
  const statuses = isObject(responses) ? Object.keys(responses).sort() : [];
  const status = statuses.find((one) => /^2(?:\d\d|XX)$/i.test(one)) ?? "default";
  const response = isObject(responses) ? resolved(responses[status], document) : null;
  const content = response && isObject(response["content"]) ? response["content"] : {};
  const type = Object.keys(content).find(isJsonType);
  const media = type === undefined ? undefined : content[type];
  const body = isObject(media) ? standalone(media["schema"], document, "answer") : {};
  const headers = { type: "object", additionalProperties: { type: "string" } };
  return {
    type: "object",
    properties: { status: { type: "integer" }, headers, body, url: { type: "string" } },
    required: ["status", "headers", "body"],
  };
}
