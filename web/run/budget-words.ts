import { type Budget, budgetSchema } from "#server/core/plan.ts";
import type { RunEvent } from "#server/core/run.ts";
import type { RunBudget, RunStepView } from "#server/core/views.ts";
import { usdText } from "#web/chat/usage-words.ts";
import { durationText } from "#web/durations.ts";

export type Limit = keyof Budget;

const LIST = new Intl.ListFormat("en-GB");
const NAMES: Record<Limit, string> = {
  toolCalls: "tool calls",
  tokens: "tokens",
  costUsd: "dollars",
  wallSeconds: "seconds",
  approvals: "approvals",
};

export function limitName(limit: Limit): string {
  return NAMES[limit];
}

/** `10 of 10 tool calls`, `$0.50 of $2.00`, one for each limit. */
export function budgetLines({ limits, used, held }: RunBudget): { limit: Limit; text: string }[] {
  return budgetSchema.keyof().options.flatMap((limit) => {
    const most = limits[limit];
    if (most === undefined) return [];
    const kept = held[limit] > 0 ? `, ${amountText(limit, held[limit])} kept for attempts under way` : "";
    return [{ limit, text: `${amountText(limit, used[limit])} of ${withNoun(limit, most)}${kept}` }];
  });
}

/** One line for all steps that wait for the same reason: `Steps 3 and 4 wait. …`. */
export function waitingLines(steps: readonly Pick<RunStepView, "number" | "title" | "error">[]): string[] {
  const byReason = Map.groupBy(steps, ({ error }) => error?.message ?? "");
  return [...byReason].map(([reason, waiting]) => {
    const [first] = waiting;
    const numbers = LIST.format(waiting.map(({ number }) => String(number)));
    const who = waiting.length === 1 ? `Step ${numbers} “${first?.title}” waits` : `Steps ${numbers} wait`;
    return `${who}. ${reason}`.trim();
  });
}

/** `Budget raised by Ana: tool calls from 10 to 20`. */
export function raiseSentence({ data }: Pick<RunEvent, "data">): string {
  const { from, to, by } = data;
  const author = typeof by === "string" ? ` by ${by}` : "";
  const changes = budgetSchema.keyof().options.flatMap((limit) => {
    const [before, after] = [numberAt(from, limit), numberAt(to, limit)];
    if (before === null || after === null) return [];
    return [`${NAMES[limit]} from ${amountText(limit, before)} to ${amountText(limit, after)}`];
  });
  if (changes.length === 0) return `Budget left as it is, tried again${author}`;
  return `Budget raised${author}: ${changes.join(", ")}`;
}

export function withNoun(limit: Limit, amount: number): string {
  const isCounted = limit === "toolCalls" || limit === "tokens" || limit === "approvals";
  const noun = amount === 1 ? NAMES[limit].replace(/s$/, "") : NAMES[limit];
  return isCounted ? `${amountText(limit, amount)} ${noun}` : amountText(limit, amount);
}

export function amountText(limit: Limit, amount: number): string {
  if (limit === "costUsd") return usdText(amount);
  return limit === "wallSeconds" ? durationText(amount) : amount.toLocaleString("en");
}

function numberAt(value: RunEvent["data"][string] | undefined, limit: Limit): number | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const amount = value[limit];
  return typeof amount === "number" ? amount : null;
}
