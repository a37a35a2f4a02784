import { createUIMessageStreamResponse } from "ai";
import type { ChatChunk } from "./chat-message.ts";

// Long enough to cost nothing, short enough that no proxy takes a silent stream for a dead one.
const KEEP_ALIVE_MS = 15_000;

/** A reply as AI SDK's UI message stream over HTTP. */
export function chatResponse(stream: ReadableStream<ChatChunk>): Response {
  return createUIMessageStreamResponse({ stream, keepAliveMs: KEEP_ALIVE_MS });
}
