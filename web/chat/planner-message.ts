import type { UIMessage } from "ai";
import type { DataParts, StoredMetadata } from "#server/core/conversation.ts";

export type PlannerMessage = UIMessage<StoredMetadata, DataParts>;
export type PlannerPart = PlannerMessage["parts"][number];

export function messageText(message: PlannerMessage): string {
  return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}

/** Whether it only tells how a run ended: nobody asked, and it is no reply. */
export function isRunReport(message: PlannerMessage): boolean {
  return message.parts.some((part) => part.type === "data-runReport");
}
