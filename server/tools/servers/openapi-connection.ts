import type { ToolCallContext } from "#server/context.ts";
import type { JsonObject } from "#server/core/json.ts";
import type { ToolServerTransport, OfferedTool } from "#server/core/tool-server.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { judgeHost } from "#server/tools/address-guard.ts";
import { callHttp } from "#server/tools/http-call.ts";
import type { HttpLimits } from "#server/tools/http-exchange.ts";
import { buildMessage, shownUrl } from "#server/tools/http-message.ts";
import { outcomeOfAnswer } from "#server/tools/http-outcome.ts";
import { failedForGood, failedNow } from "#server/tools/outcome.ts";
import { workProblem, workProcess } from "#server/tools/work-process.ts";
import { RefusedAnswer } from "./guarded-fetch.ts";
import { type ServerLog, tellOfLeftOut } from "./offered-tools.ts";
import type { DocumentAnswer, Operation } from "./openapi-operation.ts";
import { requestOf } from "./openapi-request.ts";
import type { DocumentTask } from "./openapi-worker.ts";

const HTTP_LIMITS: HttpLimits = { timeoutMs: 30_000, maxBytes: 5 * 1024 * 1024, maxRedirects: 5 };
const READING_MS = 20_000;

// A document may be written to keep its reader busy, so it is read in a process that can be stopped.
const readApart = workProcess<DocumentTask, DocumentAnswer>(
  new URL("./openapi-worker.ts", import.meta.url),
  (answer) => "operations" in answer,
);

type OpenApi = Extract<ToolServerTransport, { type: "openapi" }>;
export type OpenApiWorld = { egressAllow: readonly string[]; log: ServerLog; limits: { staleMs: number } };

/** A service that a document describes, as the document was when this was opened. */
export class OpenApiConnection {
  readonly #name: string;
  readonly #settings: OpenApi;
  readonly #world: OpenApiWorld;
  #operations: ReadonlyMap<string, Operation> = new Map();
  #offered: OfferedTool[] = [];
  #leftOut: readonly string[] = [];
  #isTold = false;
  #goodUntil = Number.POSITIVE_INFINITY;

  constructor(name: string, settings: OpenApi, world: OpenApiWorld) {
    this.#name = name;
    this.#settings = settings;
    this.#world = world;
  }

  async open(signal: AbortSignal): Promise<void> {
    const { url, baseUrl } = this.#settings;
    const text = this.#settings.document ?? (await this.#fetched(signal));
    if (text.length > HTTP_LIMITS.maxBytes) throw new RefusedAnswer("Its document is larger than 5 MB.");
    const task = { text, documentUrl: url, baseUrl };
    const end = await readApart(task, { timeoutMs: READING_MS, signal });
    if (!("answer" in end)) throw new RefusedAnswer(workProblem(end, "Reading its document", READING_MS));
    if ("problem" in end.answer)
      throw new RefusedAnswer(`Its document cannot be used: ${end.answer.problem}.`);

    const { operations, offered, left } = end.answer;
    tellOfLeftOut(left, this.#name, this.#world.log);
    const unsafe = operations.find(({ server }) => !this.#isSafe(server));
    if (unsafe) throw new RefusedAnswer(notSafe(unsafe.server));
    this.#operations = new Map(operations.map((operation) => [operation.tool.name, operation]));
    this.#offered = offered;
    this.#leftOut = left;
    this.#goodUntil = Date.now() + this.#world.limits.staleMs;
  }

  isOpen(): boolean {
    return Date.now() < this.#goodUntil;
  }

  words(): string {
    return "";
  }

  leftOut(): readonly string[] {
    return this.#leftOut;
  }

  offered(
    _signal: AbortSignal,
    onOffer: (offered: readonly OfferedTool[]) => void,
  ): Promise<readonly OfferedTool[]> {
    if (!this.#isTold) onOffer(this.#offered);
    this.#isTold = true;
    return Promise.resolve(this.#offered);
  }

  async callTool(tool: OfferedTool, input: JsonObject, context: ToolCallContext): Promise<ToolOutcome> {
    const operation = this.#operations.get(tool.name);
    if (!operation) return failedForGood(`The document describes no operation "${tool.name}".`);
    const message = requestOf(operation, input, this.#settings.headers, context.idempotencyKey);
    if (!message.ok) return failedNow(message.error);
    const answer = await callHttp(message.value, this.#world.egressAllow, HTTP_LIMITS, context.signal);
    if (!answer.ok) return answer.error;
    return outcomeOfAnswer(answer.value, tool.annotations.readOnlyHint === true, context.hide);
  }

  async close(): Promise<void> {}

  async #fetched(signal: AbortSignal): Promise<string> {
    const { url, baseUrl, headers } = this.#settings;
    if (url === undefined) throw new RefusedAnswer("It has neither a document nor the URL of one.");
    // Headers are for the service: whoever keeps the document may be somebody else.
    const isOwn = baseUrl !== undefined && new URL(baseUrl).origin === new URL(url).origin;
    const message = buildMessage({ url, ...(isOwn && { headers }) }, "");
    if (!message.ok) throw new RefusedAnswer(message.error);
    const answer = await callHttp(message.value, this.#world.egressAllow, HTTP_LIMITS, signal);
    const outcome = answer.ok ? outcomeOfAnswer(answer.value, true) : answer.error;
    if (answer.ok && outcome.type === "completed") return answer.value.bytes.toString("utf8");
    const reason = `Its document could not be read. ${"message" in outcome ? outcome.message : ""}`;
    if (outcome.type === "failed" && outcome.retry === "temporary") throw new Error(reason);
    throw new RefusedAnswer(reason);
  }

  /** Secrets may be in what is sent, so it is sent encrypted, or to where the settings say. */
  #isSafe(server: string): boolean {
    const { protocol, hostname } = new URL(server);
    return protocol === "https:" || judgeHost(hostname, this.#world.egressAllow) === "allowed";
  }
}

function notSafe(server: string): string {
  const place = shownUrl(new URL(server));
  return `Requests would go to ${place} unencrypted. Set a base URL with https, or add its host to EGRESS_ALLOW.`;
}
