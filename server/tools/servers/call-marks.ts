import { AsyncLocalStorage } from "node:async_hooks";
import type { JSONRPCMessage } from "@ai-sdk/mcp";

/** What belongs to one call beside its tool and input. */
type CallMarks = { idempotencyKey: string; onProgress: () => void; token: string | number | null };

// The client's own `callTool` has no place for them.
const current = new AsyncLocalStorage<CallMarks>();

/** Calls of one connection that are under way, for telling progress to the one it is about. */
export class OpenCalls {
  readonly #calls = new Map<string | number, CallMarks>();

  async run<Value>(
    idempotencyKey: string,
    onProgress: () => void,
    call: () => Promise<Value>,
  ): Promise<Value> {
    const marks: CallMarks = { idempotencyKey, onProgress, token: null };
    try {
      return await current.run(marks, call);
    } finally {
      if (marks.token !== null) this.#calls.delete(marks.token);
    }
  }

  /** The message with the marks of its call: an idempotency key, and the token that progress is told under. */
  marked(message: JSONRPCMessage): JSONRPCMessage {
    const marks = current.getStore();
    if (!marks || !("method" in message) || !("id" in message) || message.method !== "tools/call")
      return message;
    marks.token = message.id;
    this.#calls.set(message.id, marks);
    const meta = {
      ...message.params?._meta,
      progressToken: message.id,
      "stepwright/idempotencyKey": marks.idempotencyKey,
    };
    return { ...message, params: { ...message.params, _meta: meta } };
  }

  progress(token: unknown): void {
    if (typeof token === "string" || typeof token === "number") this.#calls.get(token)?.onProgress();
  }
}
