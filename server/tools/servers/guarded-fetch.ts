import { ReadableStream } from "node:stream/web";
import type { JSONRPCMessage } from "@ai-sdk/mcp";
import { Agent, Response as AgentResponse, type BodyInit, fetch } from "undici";
import { blocked, guardedConnector, judgeHost } from "#server/tools/address-guard.ts";
import { answering, capped, listening } from "./answer-stream.ts";
import { type Heard, cancellation } from "./incoming.ts";
import type { Limits } from "./limits.ts";

const MAX_ERROR_BYTES = 64 * 1024;
const MAX_REDIRECTS = 2;
// How long a server may take to hear that a call is given up.
const GOODBYE_MS = 2_000;
const NO_BODY = [101, 204, 205, 304];

/** A server that answers what is not followed or read. */
export class RefusedAnswer extends Error {
  override readonly name = "RefusedAnswer";
}

export type GuardedFetch = { fetch: typeof globalThis.fetch; close: () => Promise<void> };

/**
 * Requests to one origin alone: headers with secrets reach nobody else. A redirect is followed when it stays
 * there and changes nothing of the request.
 */
export function guardedFetch(
  url: URL,
  egressAllow: readonly string[],
  heard: Heard,
  limits: Limits,
): GuardedFetch {
  // A connection is used once, so that one which broke meanwhile never loses a request.
  const agent = new Agent({
    connect: guardedConnector(egressAllow),
    pipelining: 0,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function send(target: URL, init: RequestInit, redirects: number): Promise<Response> {
    if (target.origin !== url.origin) {
      throw new RefusedAnswer(`It redirects to ${target.origin}. Set that as its URL if it is right.`);
    }
    // Said before anything else can be said against it, such as that the port is an odd one.
    if (judgeHost(target.hostname, egressAllow) === "blocked") throw blocked(target.hostname);
    const answer = await fetch(target, {
      method: init.method ?? "GET",
      headers: init.headers as Record<string, string>,
      body: (init.body ?? null) as string | null,
      signal: init.signal ?? null,
      redirect: "manual",
      dispatcher: agent,
    });
    const location = answer.headers.get("location");
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304) {
      await answer.body?.cancel();
      const next = location === null ? null : URL.parse(location, target);
      if (!next || redirects === MAX_REDIRECTS || ![307, 308].includes(answer.status)) {
        throw new RefusedAnswer(`It answers ${answer.status}, a redirect that is not followed.`);
      }
      return send(next, init, redirects + 1);
    }
    if (await forgotten(answer, init)) {
      await answer.body?.cancel();
      return asResponse(null, { status: 404, statusText: "", headers: [] });
    }
    return readAnswer(answer, init, heard, limits);
  }

  return {
    fetch: (input, init = {}) => {
      const target = new URL(String(input));
      const message = messageIn(init);
      if (!message) return send(target, init, 0);
      const cancel = cancellation(message);
      if (cancel) {
        const told = { ...init, body: JSON.stringify(cancel), signal: AbortSignal.timeout(GOODBYE_MS) };
        const tell = () => void send(target, told, 0).then(discard, () => {});
        init.signal?.addEventListener("abort", tell, { once: true });
      }
      return send(target, { ...init, body: JSON.stringify(heard.calls.marked(message)) }, 0);
    },
    close: () => agent.destroy(),
  };
}

function readAnswer(
  answer: Awaited<ReturnType<typeof fetch>>,
  init: RequestInit,
  heard: Heard,
  { maxMessageBytes }: Limits,
): Response {
  const shown = {
    status: answer.status,
    statusText: answer.statusText,
    headers: withoutLength(answer.headers),
  };
  if (!answer.body || NO_BODY.includes(answer.status)) return asResponse(null, shown);
  const bytes: AsyncIterable<Uint8Array> = answer.body;
  if (!answer.ok) return asResponse(capped(bytes, MAX_ERROR_BYTES), shown);

  const isStream = answer.headers.get("content-type")?.includes("text/event-stream") ?? false;
  if (!isStream) return asResponse(capped(bytes, maxMessageBytes), shown);
  const request = requestIn(init);
  if (!request) return asResponse(listening(bytes, heard, maxMessageBytes), shown);
  return asResponse(answering(bytes, request.id, heard, maxMessageBytes), shown);
}

function asResponse(
  body: AsyncGenerator<Uint8Array> | null,
  init: { status: number; statusText: string; headers: [string, string][] },
): Response {
  const stream = body && ReadableStream.from(body);
  return new AgentResponse(stream as BodyInit, init as object) as unknown as Response;
}

// The bytes are decoded already.
function withoutLength(headers: Iterable<[string, string]>): [string, string][] {
  return [...headers].filter(([name]) => name !== "content-encoding" && name !== "content-length");
}

function messageIn({ body }: RequestInit): JSONRPCMessage | null {
  return typeof body === "string" ? (JSON.parse(body) as JSONRPCMessage) : null;
}

async function discard(answer: Response): Promise<void> {
  await answer.body?.cancel();
}

function requestIn(init: RequestInit): { id: string | number } | null {
  const message = messageIn(init);
  return message && "method" in message && "id" in message ? message : null;
}

/** Servers say in more than one way that they have forgotten a session; the library knows the plain one. */
async function forgotten(answer: Awaited<ReturnType<typeof fetch>>, init: RequestInit): Promise<boolean> {
  if (!new Headers(init.headers).has("mcp-session-id")) return false;
  if (answer.status === 404) return true;
  return answer.status === 400 && /session/i.test(await textOf(answer.clone()));
}

async function textOf(answer: Awaited<ReturnType<typeof fetch>>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  try {
    if (answer.body)
      for await (const chunk of capped(answer.body, MAX_ERROR_BYTES))
        text += decoder.decode(chunk, { stream: true });
  } catch {
    // What was read says enough.
  }
  return text;
}
