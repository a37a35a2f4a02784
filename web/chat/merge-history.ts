import { isRunReport, type PlannerMessage } from "./planner-message.ts";

/**
 * The conversation that a page shows, brought up to what the server has. What the server does not tell
 * stays: messages older than what it was asked for, and at the end what it does not have yet. `answering`
 * is the message whose reply streams here, null when none does; the reply has to stay the last message, so a
 * run that ended meanwhile is told behind it. `shown` itself when nothing differs.
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
  const asked = answering === null ? -1 : history.findIndex((message) => message.id === answering);
  const streaming = asked < 0 ? null : history.slice(asked + 1).find((message) => !isRunReport(message));
  const merged = [
    ...shown.slice(0, firstKept),
    ...history.flatMap((message, index) => {
      const mine = known.get(message.id);
      if (asked >= 0 && index > asked && isRunReport(message)) return [];
      if (message === streaming) return mine ?? (isUnfinished(message) ? message : []);
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
  const exchanges = history.filter((message) => !isRunReport(message));
  const unfinished = exchanges.findIndex(isUnfinished);
  const asked = unfinished < 0 ? exchanges.at(-1) : exchanges[unfinished - 1];
  return asked?.role === "user" ? asked.id : null;
}

function isUnfinished(message: PlannerMessage): boolean {
  return message.metadata?.unfinished === true;
}
