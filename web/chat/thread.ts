import { isRunReport, type PlannerMessage } from "./planner-message.ts";

export type ThreadEntry =
  | { type: "message"; message: PlannerMessage }
  /** What was said in other words since: messages and their replies, oldest first. */
  | { type: "earlier"; messages: PlannerMessage[] };

/** What there is of the reply to a message; null while it has not begun. */
export function replyTo(
  messages: readonly PlannerMessage[],
  messageId: string | null,
): PlannerMessage | null {
  const asked = messages.findIndex((message) => message.id === messageId);
  const next = messages.slice(asked + 1).find((message) => !isRunReport(message));
  return asked >= 0 && next?.role === "assistant" ? next : null;
}

/** The conversation as it is read: what another wording took the place of stands together before it. */
export function threadEntries(messages: readonly PlannerMessage[]): ThreadEntry[] {
  const superseded = new Set(messages.flatMap((message) => message.metadata?.supersedes ?? []));
  const entries: ThreadEntry[] = [];
  let isEarlier = false;
  for (const message of messages) {
    if (message.role === "user") isEarlier = superseded.has(message.id);
    const last = entries.at(-1);
    if (!isEarlier) entries.push({ type: "message", message });
    else if (last?.type === "earlier") last.messages.push(message);
    else entries.push({ type: "earlier", messages: [message] });
  }
  return entries;
}
