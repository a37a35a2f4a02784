import { type Result, err, ok } from "#server/core/result.ts";
import type { Json } from "#server/core/json.ts";

export const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

// For the checks of a plan, which look at the schema; what else is wrong with a URL, the request itself says.
export const HTTP_URL = "^[hH][tT][tT][pP][sS]?://[^\\s/?#@]+(?:[/?#]|$)";

/** One request on the wire. */
export type HttpMessage = {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: string | null;
};

export type HttpInput = {
  url: string;
  method?: string | undefined;
  headers?: Record<string, string> | undefined;
  query?: Record<string, string | number | boolean | (string | number | boolean)[]> | undefined;
  body?: unknown;
};

const OWNED_HEADERS = [
  "host",
  "content-length",
  "transfer-encoding",
  "connection",
  "upgrade",
  "te",
  "trailer",
  "expect",
  "keep-alive",
  "proxy-authorization",
  "accept-encoding",
];
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
// What a server on another origin may see of the headers that were meant for the first one.
const HARMLESS_HEADERS = ["accept", "accept-language", "accept-encoding", "content-type", "user-agent"];

/** The request that an input describes, or what is wrong with it. */
export function buildMessage(input: HttpInput, idempotencyKey: string): Result<HttpMessage, string> {
  const url = readUrl(input.url);
  if (!url.ok) return url;
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value])
      url.value.searchParams.append(name, String(item));
  }

  const method = input.method ?? "GET";
  const hasBody = input.body !== undefined && input.body !== null;
  if (hasBody && SAFE_METHODS.includes(method)) {
    return err(`A ${method} request takes no body. Use "query", or another method.`);
  }
  const headers = buildHeaders(input.headers ?? {});
  if (!headers.ok) return headers;

  const defaults: Record<string, string> = {
    accept: "application/json, text/*;q=0.9, */*;q=0.8",
    "accept-encoding": "gzip, deflate, br",
    "user-agent": "stepwright",
  };
  if (hasBody)
    defaults["content-type"] =
      typeof input.body === "string" ? "text/plain; charset=utf-8" : "application/json";
  // Lets a server that knows the header recognise a second try of the same effect.
  if (!SAFE_METHODS.includes(method)) defaults["idempotency-key"] = idempotencyKey;
  return ok({
    url: url.value,
    method,
    headers: { ...defaults, ...headers.value },
    body: hasBody ? textOfBody(input.body as Json) : null,
  });
}

/** What follows a redirect: credentials and bodies stay with the origin that they were given for. */
export function redirected(
  message: HttpMessage,
  status: number,
  location: string,
): Result<HttpMessage, string> {
  const target = readUrl(location, message.url);
  if (!target.ok) return err(`The server redirects to a place that is not followed. ${target.error}`);

  const becomesGet = status === 303 ? message.method !== "HEAD" : status < 303 && message.method === "POST";
  const isSameOrigin = target.value.origin === message.url.origin;
  if (message.body !== null && !becomesGet && !isSameOrigin && !isUpgrade(message.url, target.value)) {
    return err(
      `The server redirects the request to ${target.value.origin}, and its body, which was meant for ${message.url.origin}, is not sent there. Give the URL that it leads to if it should be.`,
    );
  }
  const kept = Object.entries(message.headers).filter(
    ([name]) => (isSameOrigin || HARMLESS_HEADERS.includes(name)) && !(becomesGet && name === "content-type"),
  );
  return ok({
    url: target.value,
    method: becomesGet ? "GET" : message.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? null : message.body,
  });
}

function isUpgrade(from: URL, to: URL): boolean {
  return from.hostname === to.hostname && from.protocol === "http:" && to.protocol === "https:";
}

/** For messages: a query may hold keys, so it is left out. */
export function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

function readUrl(text: string, base?: URL): Result<URL, string> {
  const url = URL.parse(text, base);
  if (!url)
    return err(`"${text.split("?")[0]}" is not a URL. Give one such as "https://example.com/orders".`);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return err(`"${url.protocol}" URLs are not requested. Use http or https.`);
  }
  if (url.username !== "" || url.password !== "") {
    return err("A URL may not carry a user name or password. Use an Authorization header.");
  }
  return ok(url);
}

function buildHeaders(given: Record<string, string>): Result<Record<string, string>, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (!HEADER_NAME.test(name)) return err(`"${name}" cannot be the name of a header.`);
    if (!HEADER_VALUE.test(value))
      return err(`The value of the header "${name}" has a character that headers cannot carry.`);
    if (OWNED_HEADERS.includes(lower))
      return err(`The header "${name}" is set by the connection. Leave it out.`);
    headers[lower] = value;
  }
  return ok(headers);
}

function textOfBody(body: Json): string {
  return typeof body === "string" ? body : JSON.stringify(body);
}
