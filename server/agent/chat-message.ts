import type { InferUIMessageChunk, UIMessage } from "ai";
import type { DataParts, StoredMetadata } from "#server/core/conversation.ts";

/** A message of the planning conversation, as the page and the record have it. */
export type ChatMessage = UIMessage<StoredMetadata, DataParts>;

/** One piece of a reply while it streams. */
export type ChatChunk = InferUIMessageChunk<ChatMessage>;
