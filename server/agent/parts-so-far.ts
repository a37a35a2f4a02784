import type { StoredPart } from "#server/core/conversation.ts";
import type { ChatChunk } from "./chat-message.ts";

/** What a reply that still streams would be kept as: words, calls that have their answer, cards. */
export function partsSoFar(chunks: readonly ChatChunk[]): StoredPart[] {
  const parts: StoredPart[] = [];
  const texts = new Map<string, StoredPart>();
  const calls = new Map<string, StoredPart>();

  for (const chunk of chunks) {
    switch (chunk.type) {
      case "text-start": {
        const part = { type: "text", text: "", state: "done" };
        texts.set(chunk.id, part);
        parts.push(part);
        break;
      }
      case "text-delta": {
        const part = texts.get(chunk.id);
        if (part) part["text"] = `${part["text"]}${chunk.delta}`;
        break;
      }
      case "tool-input-available": {
        const { toolCallId, toolName, input } = chunk;
        const part = { type: `tool-${toolName}`, toolCallId, input, state: "input-available" };
        calls.set(toolCallId, part);
        parts.push(part);
        break;
      }
      case "tool-output-available": {
        const part = calls.get(chunk.toolCallId);
        if (part) Object.assign(part, { state: "output-available", output: chunk.output });
        break;
      }
      default:
        if (chunk.type.startsWith("data-") && "data" in chunk && chunk.transient !== true) {
          parts.push({ ...chunk });
        }
    }
  }
  return parts.filter((part) =>
    part.type === "text" ? String(part["text"]).trim() !== "" : part["state"] !== "input-available",
  );
}
