import { Agent, request } from "undici";
import { guardedConnector } from "./address-guard.ts";
import { type HttpMessage, SAFE_METHODS, redirected } from "./http-message.ts";
import { readBody } from "./response-body.ts";

export type HttpLimits = {
  timeoutMs: number;
  maxBytes: number;
  /** What becomes of a larger body: "refuse" unless said. */
  whenLarger?: "refuse" | "cut";
  maxRedirects: number;
};

export type HttpAnswer = { url: URL; status: number; headers: Record<string, string>; bytes: Buffer };

/** A redirect that is not followed. */
export class RedirectRefusal extends Error {
  override readonly name = "RedirectRefusal";
}

/** How far an exchange came, for judging a failure in it. */
export type HttpProgress = { url: URL; isConnected: boolean; mayHaveActed: boolean; status?: number };

/**
 * Sends the request and follows redirects, each hop on a guarded connection that is used once.
 * `progress` is kept up to date; the caller judges what is thrown by it.
 */
export async function exchange(
  first: HttpMessage,
  egressAllow: readonly string[],
  limits: HttpLimits,
  signal: AbortSignal,
  progress: HttpProgress,
): Promise<HttpAnswer> {
  const guarded = guardedConnector(egressAllow);
  const connect: typeof guarded = (options, callback) =>
    guarded(options, (...result) => {
      if (!result[0]) progress.isConnected = true;
      callback(...result);
    });
  await using agent = disposable(new Agent({ connect, pipelining: 0 }));
  let message = first;
  for (let hops = 0; ; hops += 1) {
    Object.assign(progress, { url: message.url, isConnected: false });
    const response = await request(message.url, {
      dispatcher: agent.dispatcher,
      method: message.method,
      headers: message.headers,
      body: message.body,
      signal,
      bodyTimeout: limits.timeoutMs,
      headersTimeout: limits.timeoutMs,
    });
    // A body that is destroyed before its end emits an error; without a listener that ends the process.
    response.body.on("error", () => {});
    if (!SAFE_METHODS.includes(message.method)) progress.mayHaveActed = true;
    progress.status = response.statusCode;
    const headers = flatHeaders(response.headers);
    const location = headers["location"];

    if ([301, 302, 303, 307, 308].includes(response.statusCode) && location !== undefined) {
      response.body.destroy();
      if (hops === limits.maxRedirects) {
        throw new RedirectRefusal(tooFar(response.statusCode, location, message.url, limits.maxRedirects));
      }
      const next = redirected(message, response.statusCode, location);
      if (!next.ok) throw new RedirectRefusal(next.error);
      message = next.value;
      continue;
    }
    const hasBody = message.method !== "HEAD" && response.statusCode !== 204 && response.statusCode !== 304;
    const encodings = hasBody ? (headers["content-encoding"] ?? "") : "";
    const bytes = await readBody(response.body, encodings, limits.maxBytes, limits.whenLarger);
    return { url: message.url, status: response.statusCode, headers, bytes };
  }
}

function tooFar(status: number, location: string, from: URL, maxRedirects: number): string {
  if (maxRedirects > 0) return `The server redirects more than ${maxRedirects} times.`;
  const target = URL.parse(location, from);
  const place = target === null ? "another place" : target.host;
  return `The server answered ${status}, a redirect to ${place}, which is not followed. Give the URL that it leads to.`;
}

function disposable(dispatcher: Agent) {
  return { dispatcher, [Symbol.asyncDispose]: () => dispatcher.destroy() };
}

function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
    ),
  );
}
