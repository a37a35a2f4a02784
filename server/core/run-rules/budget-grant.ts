import type { Allowance } from "#server/core/attempt.ts";
import { type Budget, budgetSchema, type Step } from "#server/core/plan.ts";
import type { Reservation } from "#server/core/run.ts";
import { limitsOf, standingUse, tooLittle, usedUp } from "./budget.ts";
import { type Amounts, mostToolCalls } from "./budget-use.ts";
import { type Draft, stepOf } from "./draft.ts";

type Metered = "tokens" | "costUsd";

/** What one decision can still give out of the run's budget. */
export type Purse = {
  limits: Budget;
  left: Amounts;
  held: Amounts;
  /** Steps that want a part of what may be metered: those at hand, and those that hold some. */
  wanting: number;
  /** Limits that a step waits for: whoever comes after it in the plan does not pass it. */
  awaited: Set<"toolCalls" | Metered>;
};

export type Grant =
  | { type: "given"; reserved: Reservation | null; allowance: Allowance }
  /** What is missing is held by running tries, which may not need it. */
  | { type: "waits" }
  | { type: "short"; message: string };

// A step gets at least so much of the limit, as far as there is, so that others can run beside it.
const PART = 1 / 8;
const LEAST_TOKENS = 8_000;

/** Null when nothing is limited. */
export function openPurse(draft: Draft, ready: readonly Step[]): Purse | null {
  const limits = limitsOf(draft);
  const names = budgetSchema.keyof().options.filter((name) => limits[name] !== undefined);
  if (names.length === 0) return null;
  const { used, held } = standingUse(draft);
  const left = { ...used };
  for (const name of names) left[name] = Number(limits[name]) - used[name];
  const holders = draft.plan.order.filter((stepId) => stepOf(draft, stepId).status === "running");
  const thinkers = ready.filter(({ kind }) => kind === "reasoning");
  return { limits, left, held, wanting: Math.max(1, holders.length + thinkers.length), awaited: new Set() };
}

/** What a try of the step is allowed. `needed` is what its last try found missing. */
export function grantFor(purse: Purse, step: Step, needed: Reservation | null): Grant {
  const { limits, left } = purse;
  if (limits.wallSeconds !== undefined && left.wallSeconds <= 0) {
    return { type: "short", message: usedUp("wallSeconds", limits.wallSeconds) };
  }
  const calls = callsPart(purse, step);
  const tokens = meteredPart(purse, "tokens", step, needed?.tokens ?? null);
  const costUsd = meteredPart(purse, "costUsd", step, needed?.costUsd ?? null);
  for (const part of [calls, tokens, costUsd]) if (part.type === "short") return part;
  if (calls.type !== "given" || tokens.type !== "given" || costUsd.type !== "given") return { type: "waits" };

  const isMetered = tokens.amount !== null || costUsd.amount !== null;
  return {
    type: "given",
    reserved: isMetered ? { tokens: tokens.amount, costUsd: costUsd.amount } : null,
    allowance: {
      toolCalls: limits.toolCalls === undefined ? null : mostToolCalls(step),
      tokens: tokens.amount,
      costUsd: costUsd.amount,
      seconds: limits.wallSeconds === undefined ? null : left.wallSeconds,
    },
  };
}

/** Takes what was granted out of the purse. */
export function holdBack(purse: Purse, step: Step, { reserved }: { reserved: Reservation | null }): void {
  purse.held.toolCalls += mostToolCalls(step);
  purse.held.tokens += reserved?.tokens ?? 0;
  purse.held.costUsd += reserved?.costUsd ?? 0;
}

type Part = { type: "given"; amount: number | null } | Exclude<Grant, { type: "given" }>;

const NOT_LIMITED: Part = { type: "given", amount: null };

function callsPart(purse: Purse, step: Step): Part {
  const most = purse.limits.toolCalls;
  const need = mostToolCalls(step);
  if (most === undefined || need === 0) return NOT_LIMITED;
  const left = purse.left.toolCalls;
  if (left < need) {
    return { type: "short", message: tooLittle("toolCalls", { most, left, needed: need }) };
  }
  return fitsOrWaits(purse, "toolCalls", need, need);
}

function meteredPart(purse: Purse, limit: Metered, step: Step, needed: number | null): Part {
  const most = purse.limits[limit];
  if (most === undefined) return NOT_LIMITED;
  const left = purse.left[limit];
  const least = limit === "tokens" ? Math.max(LEAST_TOKENS, Math.floor(most * PART)) : most * PART;
  const fair = Math.max(least, whole(limit, left / purse.wanting));

  if (needed !== null) {
    if (needed > left) return { type: "short", message: tooLittle(limit, { most, left, needed }) };
    return fitsOrWaits(purse, limit, needed, Math.max(needed, fair));
  }
  // Only the try itself finds out whether a tool's input has to be built, or its output judged.
  if (step.kind !== "reasoning") return { type: "given", amount: clamped(free(purse, limit), least) };
  if (left <= 0) return { type: "short", message: usedUp(limit, most) };
  return fitsOrWaits(purse, limit, Math.min(least, left), fair);
}

function fitsOrWaits(purse: Purse, limit: "toolCalls" | Metered, least: number, most: number): Part {
  const has = free(purse, limit);
  if (has >= least && !purse.awaited.has(limit)) return { type: "given", amount: clamped(has, most) };
  purse.awaited.add(limit);
  return { type: "waits" };
}

function free(purse: Purse, limit: "toolCalls" | Metered): number {
  return purse.left[limit] - purse.held[limit];
}

function clamped(amount: number, most: number): number {
  return Math.max(0, Math.min(amount, most));
}

function whole(limit: Metered, amount: number): number {
  return limit === "tokens" ? Math.floor(amount) : amount;
}
