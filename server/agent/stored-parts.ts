import type { StoredPart } from "#server/core/conversation.ts";
import type { ChatMessage } from "./chat-message.ts";

/** The parts of a reply as they are kept: words, finished calls and cards. Empty when nothing is left. */
export function storedParts(message: ChatMessage): StoredPart[] {
  return message.parts.flatMap((part): StoredPart[] => {
    if (part.type === "text")
      return part.text.trim() === "" ? [] : [{ type: "text", text: part.text, state: "done" }];
    if (part.type.startsWith("data-") && "data" in part) return [{ ...part }];
    if (!part.type.startsWith("tool-") && part.type !== "dynamic-tool") return [];
    if (!("state" in part) || (part.state !== "output-available" && part.state !== "output-error")) return [];

    const { callProviderMetadata: _call, resultProviderMetadata: _result, ...kept } = { ...part };
    return [kept];
  });
}
