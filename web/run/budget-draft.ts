import type { Budget } from "#server/core/plan.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import { LONGEST_SECONDS } from "#server/core/time.ts";
import type { RunBudget } from "#server/core/views.ts";
import { amountText, type Limit, withNoun } from "./budget-words.ts";

// Time goes on while a person reads, types and presses.
const READING_SECONDS = 60;

/** The budget as it is `seconds` after it was read: the time of a run that waits goes on. */
export function budgetNow(budget: RunBudget, seconds: number): RunBudget {
  const wallSeconds = budget.used.wallSeconds + Math.max(0, seconds);
  const { suggested } = budget;
  const isShort = suggested.wallSeconds !== undefined;
  const proposed = Math.ceil(wallSeconds + Math.max(READING_SECONDS, budget.limits.wallSeconds ?? 0));
  return {
    ...budget,
    used: { ...budget.used, wallSeconds },
    suggested: isShort
      ? { ...suggested, wallSeconds: Math.max(suggested.wallSeconds ?? 0, roundSeconds(proposed)) }
      : suggested,
  };
}

/** Up to the next ten, so that a proposal does not move with each second. */
function roundSeconds(seconds: number): number {
  return Math.ceil(seconds / 10) * 10;
}

/** The limits that were typed, or what is wrong with one of them. */
export function readLimits(
  typed: readonly { limit: Limit; text: string }[],
  budget: RunBudget,
): Result<Budget, { limit: Limit; message: string }> {
  const limits: Budget = {};
  for (const { limit, text } of typed) {
    const read = readLimit(limit, text.trim(), budget);
    if (!read.ok) return err({ limit, message: read.error });
    limits[limit] = read.value;
  }
  return ok(limits);
}

function readLimit(limit: Limit, text: string, { limits, used }: RunBudget): Result<number, string> {
  const amount = text === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(amount)) return err(`“${text}” is not a number. Give one, for example 20.`);
  if (limit !== "costUsd" && !Number.isInteger(amount)) {
    return err(`“${text}” is not a whole number. Give ${Math.floor(amount)} or ${Math.ceil(amount)}.`);
  }
  const most = limit === "wallSeconds" ? LONGEST_SECONDS : Number.MAX_SAFE_INTEGER;
  if (amount > most) return err(`“${text}” is too much. Give at most ${most.toLocaleString("en")}.`);
  const standing = limits[limit] ?? 0;
  if (amount <= standing) {
    const least = amountText(limit, standing);
    return err(`${withNoun(limit, amount)} would not raise the budget: the limit is ${least} now.`);
  }
  if (amount <= used[limit]) {
    const spent = amountText(limit, used[limit]);
    return err(`The run has used ${spent} already. ${withNoun(limit, amount)} would be over at once.`);
  }
  return ok(amount);
}
