import type { PlannerMessage } from "./planner-message.ts";

/** Messages of an agent that the server has not confirmed, kept over a reload of the tab; oldest first. */
export function readUnsent(agentId: string): PlannerMessage[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(agentId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isMessage) : [];
  } catch {
    return [];
  }
}

export function writeUnsent(agentId: string, messages: readonly PlannerMessage[]): void {
  try {
    if (messages.length === 0) sessionStorage.removeItem(keyOf(agentId));
    else sessionStorage.setItem(keyOf(agentId), JSON.stringify(messages));
  } catch {
    // Without storage a message is lost with its tab.
  }
}

function keyOf(agentId: string): string {
  return `stepwright.unsent.${agentId}`;
}

function isMessage(value: unknown): value is PlannerMessage {
  return typeof value === "object" && value !== null && "id" in value && "parts" in value && "role" in value;
}
