import { simulateReadableStream } from "ai";
import type { StoredPart } from "#server/core/conversation.ts";
import type { MessageRow } from "#server/services/append-message.ts";
import type { ChatChunk } from "./chat-message.ts";

/** A kept reply as the stream that it once was. */
export function replyStream(reply: MessageRow): ReadableStream<ChatChunk> {
  const messageMetadata = reply.metadata ?? {};
  const chunks: ChatChunk[] = [
    { type: "start", messageId: reply.id, messageMetadata },
    ...reply.parts.flatMap((part, index) => partChunks(part, `${reply.id}-${index}`)),
    { type: "finish", messageMetadata },
  ];
  return simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null });
}

function partChunks(part: StoredPart, id: string): ChatChunk[] {
  if (part.type === "text") {
    return [
      { type: "text-start", id },
      { type: "text-delta", id, delta: String(part["text"]) },
      { type: "text-end", id },
    ];
  }
  // Kept parts were made by the same stream, so their fields are those of its pieces.
  if (part.type.startsWith("data-")) return [part as ChatChunk];

  const toolName = part.type === "dynamic-tool" ? String(part["toolName"]) : part.type.slice("tool-".length);
  const call = { toolCallId: String(part["toolCallId"]), toolName, input: part["input"] ?? part["rawInput"] };
  if (part["state"] === "output-error") {
    return [{ type: "tool-input-error", ...call, errorText: String(part["errorText"]) }];
  }
  return [
    { type: "tool-input-available", ...call },
    { type: "tool-output-available", toolCallId: call.toolCallId, output: part["output"] },
  ];
}
