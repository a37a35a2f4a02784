import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Json } from "#server/core/json.ts";
import { AppError, invalid } from "#server/errors.ts";
import { endlessNumber, tooManyValues } from "./json-values.ts";

const MAX_DEPTH = 64;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;.*)?$/i;
// Reading an object by its schema leaves such a field out without a word.
const LOST_NAME = "__proto__";

/** Refuses a body that is not JSON, saying where it stops being JSON. A call of `routes` that takes no body is not read. */
export function readJson(routes: OpenAPIHono): MiddlewareHandler {
  const bodiless = callsOf(routes, (route) => route.request?.body === undefined);
  const optional = callsOf(routes, (route) => route.request?.body?.required === false);
  return async (c, next) => {
    const isOneOf = (calls: ReadonlySet<string>) =>
      matchedRoutes(c).some(({ method, path }) => calls.has(`${method} ${path}`));
    if (c.req.raw.body !== null && isOneOf(bodiless)) return next();
    const type = c.req.header("content-type");
    const text = c.req.raw.body === null ? "" : await c.req.text();
    if (text === "" && isOneOf(optional)) {
      // Nothing is not malformed, whatever type it is said to be of.
      const headers = new Headers(c.req.raw.headers);
      headers.delete("content-type");
      c.req.raw = new Request(c.req.raw.url, { method: c.req.raw.method, headers });
    }
    if (c.req.raw.body === null || (text === "" && type === undefined)) return next();

    if (type === undefined || !JSON_TYPE.test(type)) {
      throw new AppError(
        "unsupported-media-type",
        `The body of the request is "${type?.slice(0, 100) ?? "of no named type"}". Send JSON with the header Content-Type: application/json.`,
      );
    }
    checkJson(text);
    return next();
  };
}

/** `POST /api/agents/:agentId/chat/stop` and all others whose description is as wanted. */
function callsOf(routes: OpenAPIHono, isWanted: (route: RouteConfig) => boolean): ReadonlySet<string> {
  const calls = routes.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === "route" && isWanted(definition.route)
      ? [`${definition.route.method.toUpperCase()} ${definition.route.path.replace(/\{(\w+)\}/g, ":$1")}`]
      : [],
  );
  return new Set(calls);
}

function checkJson(text: string) {
  const tooMany = tooManyValues(text);
  if (tooMany !== null) throw new AppError("too-large", `The body of the request has ${tooMany}`);
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError("bad-request", `The body of the request is not valid JSON: ${place(text)}.`, {
      cause,
    });
  }
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new AppError(
      "bad-request",
      `The body of the request is nested deeper than ${MAX_DEPTH} levels. Send it flatter.`,
    );
  }
  const lost = pathToLost(value);
  if (lost !== null) {
    const message = `A field cannot be named "${LOST_NAME}". Give "${lost}" another name, or leave it out.`;
    throw invalid(message, [{ path: lost, message }]);
  }
  const endless = endlessNumber(value, text);
  if (endless !== null) throw invalid(endless);
}

function pathToLost(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [name, item] of Object.entries(value)) {
    if (name === LOST_NAME) return name;
    const below = pathToLost(item);
    if (below !== null) return `${name}.${below}`;
  }
  return null;
}

function place(text: string): string {
  if (text.trim() === "") return "it is empty";
  const before = text.slice(0, errorPosition(text)).split("\n");
  return `see line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The place of the first character that no valid JSON has there; the end when the text stops too early. */
export function errorPosition(text: string): number {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isStartOfJson(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

// V8 names a position in most messages, and none where the text ends too early.
function isStartOfJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = /at position (\d+)/.exec(message)?.[1];
    return position === undefined ? message.startsWith("Unexpected end") : Number(position) === text.length;
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
}
