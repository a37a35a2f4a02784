import type { PlannerMessage } from "./planner-message.ts";

/**
 * The conversation that a page shows, brought up to what the server has. What the server does not tell
 * stays: messages older than what it was asked for, and at the end what it does not have yet. `answering`
 * is the message whose reply streams here, null when none does. `shown` itself when nothing differs.
 */
export function mergeHistory(
  shown: readonly PlannerMessage[],
  history: readonly PlannerMessage[],
  answering: string | null,
): readonly PlannerMessage[] {
  const known = new Map(shown.map((message) => [message.id, message]));
  const kept = new Set(history.map((message) => message.id));
  const firstKept = Math.max(
    0,
    shown.findIndex((message) => kept.has(message.id)),
  );
  const merged = [
    ...shown.slice(0, firstKept),
    ...history.flatMap((message, index) => {
      const mine = known.get(message.id);
      const isStreaming = answering !== null && history[index - 1]?.id === answering;
      if (isStreaming) return mine ?? (isUnfinished(message) ? message : []);
      // What is kept of a reply on the way is behind what was seen of it.
      return mine && isUnfinished(message) && !isUnfinished(mine) ? mine : message;
    }),
    ...shown.slice(firstKept).filter((message) => !kept.has(message.id)),
  ];
  const isSame = merged.length === shown.length && merged.every((message, index) => message === shown[index]);
  return isSame ? shown : merged;
}

/** The message that is answered next: the first whose reply is not at its end; null when all are answered. */
export function openQuestion(history: readonly PlannerMessage[]): string | null {
  const unfinished = history.findIndex(isUnfinished);
  const asked = unfinished < 0 ? history.at(-1) : history[unfinished - 1];
  return asked?.role === "user" ? asked.id : null;
}

function isUnfinished(message: PlannerMessage): boolean {
  return message.metadata?.unfinished === true;
}
