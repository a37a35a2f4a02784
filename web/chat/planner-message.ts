import type { UIMessage } from "ai";
import type { DataParts, StoredMetadata } from "#server/core/conversation.ts";

export type PlannerMessage = UIMessage<StoredMetadata, DataParts>;
export type PlannerPart = PlannerMessage["parts"][number];

export function messageText(message: PlannerMessage): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}
