import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answer, type AnswerPart, isUnfinished } from "./openai-answer.ts";
import { chatBody, chatChunks } from "./openai-chat-wire.ts";
import { responsesBody, responsesEvents } from "./openai-responses-wire.ts";

export type RecordedRequest = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** The parsed JSON body; an empty object when there was none. */
  body: Record<string, unknown>;
  /** The body as it came: for looking whether a text reached the model. */
  text: string;
};

/** Answers one request. The builders below make these; a test may also write its own. */
export type SimulatedReply = (request: RecordedRequest, response: ServerResponse) => void | Promise<void>;

export type OpenAiSimulator = {
  /** What OPENAI_BASE_URL takes. Both `/responses` and `/chat/completions` are served. */
  baseUrl: string;
  /** Every request so far, oldest first. */
  requests: RecordedRequest[];
  /** Queues replies: one per request. A request that finds none gets a 400 that says so. */
  reply: (...replies: SimulatedReply[]) => void;
  /** Queues replies for requests that hold these words, whatever else is asked meanwhile. Gives what takes the rest away. */
  replyTo: (words: string, ...replies: SimulatedReply[]) => () => void;
  close: () => Promise<void>;
};

/** A loopback server of the OpenAI wire protocol with scripted replies, streaming or not as asked. */
export async function startOpenAiSimulator(): Promise<OpenAiSimulator> {
  const requests: RecordedRequest[] = [];
  const queue: SimulatedReply[] = [];
  const queues = new Map<string, SimulatedReply[]>();

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");
    const request: RecordedRequest = {
      method: incoming.method ?? "",
      url: incoming.url ?? "",
      headers: incoming.headers,
      body: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>),
      text,
    };
    requests.push(request);
    const [, own = queue] =
      [...queues].find(([words, left]) => left.length > 0 && text.includes(words)) ?? [];
    const reply = own.shift() ?? apiError(400, "The test scripted no reply for this request.");
    await reply(request, response);
  });
  // A busy test must not find a connection closed that it takes up again.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    reply: (...replies) => {
      queue.push(...replies);
    },
    replyTo: (words, ...replies) => {
      queues.set(words, [...(queues.get(words) ?? []), ...replies]);
      return () => queues.delete(words);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function text(...texts: string[]): SimulatedReply {
  return answer({ parts: texts.map((item) => ({ type: "text", text: item })), ending: "complete" });
}

export function jsonText(value: unknown): SimulatedReply {
  return text(JSON.stringify(value));
}

/** Arguments given as a string go out as they are, malformed JSON included. */
export function toolCall(name: string, args: unknown, id?: string): SimulatedReply {
  return toolCalls([{ name, args, ...(id !== undefined && { id }) }]);
}

/** Several calls in one answer, with a text before them when `say` is given. */
export function toolCalls(
  calls: readonly { name: string; args: unknown; id?: string }[],
  say?: string,
): SimulatedReply {
  const parts: AnswerPart[] = calls.map((call) => ({
    type: "tool-call",
    id: call.id ?? newCallId(),
    name: call.name,
    arguments: typeof call.args === "string" ? call.args : JSON.stringify(call.args),
  }));
  return answer({
    parts: say === undefined ? parts : [{ type: "text", text: say }, ...parts],
    ending: "complete",
  });
}

export function refusal(words: string): SimulatedReply {
  return answer({ parts: [{ type: "refusal", text: words }], ending: "complete" });
}

/** The provider stopped at the token limit, or for its content filter, after `words`. */
export function truncated(words: string, ending: "length" | "content-filter" = "length"): SimulatedReply {
  return answer({ parts: [{ type: "text", text: words }], ending });
}

/** The answer ends in the middle: cleanly, by a broken connection, or by silence on an open one. */
export function unfinished(
  ending: "cut-off" | "reset" | "stall",
  parts: readonly AnswerPart[] = [{ type: "text", text: "Let me " }],
): SimulatedReply {
  return answer({ parts, ending });
}

/** A whole answer whose events are changed on their way: each is one `data: …` with the blank line behind it. */
export function garbled(
  parts: readonly AnswerPart[],
  change: (events: string[], isChat: boolean) => string[],
): SimulatedReply {
  return (request, response) => {
    const answered: Answer = { parts, ending: "complete" };
    const isChat = request.url.endsWith("/chat/completions");
    const events = isChat ? chatChunks(answered) : responsesEvents(answered);
    const lines = [...events.map((event) => JSON.stringify(event)), "[DONE]"];
    const changed = change(
      lines.map((line) => `data: ${line}\n\n`),
      isChat,
    );
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(changed.join(""));
  };
}

/** No byte of an answer ever comes. */
export function stall(): SimulatedReply {
  return () => {};
}

/** The connection breaks before any byte of an answer. */
export function reset(): SimulatedReply {
  return (_request, response) => {
    response.socket?.resetAndDestroy();
  };
}

export function apiError(
  status: number,
  message: string,
  options: { headers?: Record<string, string>; code?: string } = {},
): SimulatedReply {
  const type = status === 429 ? "rate_limit_error" : status >= 500 ? "server_error" : "invalid_request_error";
  return raw(JSON.stringify({ error: { message, type, param: null, code: options.code ?? null } }), {
    status,
    headers: { "content-type": "application/json", ...options.headers },
  });
}

/** These bytes as the whole response: for malformed bodies and events. */
export function raw(
  body: string,
  options: { status?: number; headers?: Record<string, string> } = {},
): SimulatedReply {
  return (_request, response) => {
    response.writeHead(options.status ?? 200, { "content-type": "application/json", ...options.headers });
    response.end(body);
  };
}

let lastCallId = 0;

function newCallId(): string {
  lastCallId += 1;
  return `call_${lastCallId}`;
}

export function answer(answered: Answer): SimulatedReply {
  return (request, response) => {
    const isChat = request.url.endsWith("/chat/completions");
    if (request.body["stream"] === true) {
      sendEvents(response, isChat ? chatChunks(answered) : responsesEvents(answered), answered);
    } else {
      const body = JSON.stringify(isChat ? chatBody(answered) : responsesBody(answered));
      sendBody(response, body, answered);
    }
  };
}

function sendEvents(response: ServerResponse, events: readonly object[], answered: Answer): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  if (!isUnfinished(answered)) response.write("data: [DONE]\n\n");
  endAs(response, answered.ending);
}

function sendBody(response: ServerResponse, body: string, answered: Answer): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.write(isUnfinished(answered) ? body.slice(0, Math.floor(body.length / 2)) : body);
  endAs(response, answered.ending);
}

function endAs(response: ServerResponse, ending: Answer["ending"]): void {
  if (ending === "stall") return;
  // Written bytes need a turn of the event loop to leave before the connection is broken.
  if (ending === "reset") setTimeout(() => response.socket?.resetAndDestroy(), 20);
  else response.end();
}
