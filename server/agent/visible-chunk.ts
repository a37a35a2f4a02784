import { withoutControlCharacters } from "#server/core/control-characters.ts";
import type { ChatChunk } from "./chat-message.ts";

/** A piece of a reply whose words hold no control or direction characters. */
export function visible(chunk: ChatChunk): ChatChunk {
  if (chunk.type === "text-delta") return { ...chunk, delta: withoutControlCharacters(chunk.delta) };
  if (chunk.type !== "data-notice") return chunk;
  return { ...chunk, data: { ...chunk.data, text: withoutControlCharacters(chunk.data.text) } };
}
