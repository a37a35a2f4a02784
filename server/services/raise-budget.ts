import { and, eq } from "drizzle-orm";
import { runEvents } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { type Budget, budgetSchema } from "#server/core/plan.ts";
import { isPausedForBudget } from "#server/core/run-rules/answer-budget.ts";
import type { BudgetFact } from "#server/core/run-rules/fact.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { LONGEST_SECONDS } from "#server/core/time.ts";
import type { RunView } from "#server/core/views.ts";
import { conflict, invalid } from "#server/errors.ts";
import { changeRun } from "./change-run.ts";
import { readRun } from "./read-run.ts";

/** A person's answer to a used-up budget: higher limits for this run alone, or that the waiting steps fail. */
export async function raiseBudget(
  ctx: Context,
  input: { runId: string; raise?: Budget | undefined; giveUp?: true | undefined; by?: string | undefined },
): Promise<RunView> {
  const { runId, by = "A person" } = input;
  if (input.giveUp === true) await giveUp(ctx, runId, by);
  else {
    await changeRun(ctx, runId, ({ state, plan }) =>
      raised(state, { ...plan.plan.budget, ...state.budget }, { raise: input.raise ?? {}, by }),
    );
  }
  return readRun(ctx, { runId });
}

function raised(
  state: RunState,
  standing: Budget,
  { raise, by }: { raise: Budget; by: string },
): readonly BudgetFact[] {
  const limits = budgetSchema.keyof().options.filter((limit) => raise[limit] !== undefined);
  const isStanding = limits.length > 0 && limits.every((limit) => state.budget?.[limit] === raise[limit]);
  // The same request a second time finds what it asks for; a step that has come to wait again tries again.
  if (isStanding) return isOver(state) ? [] : [{ type: "budget-raised", raise, by }];
  refuseWhenOver(state);

  const issues = limits.flatMap((limit) => {
    const message = limitProblem(limit, raise[limit] ?? 0, standing[limit]);
    return message === null ? [] : [{ path: `raise.${limit}`, message }];
  });
  if (issues.length > 0) throw invalid(issues.map(({ message }) => message).join(" "), issues);
  if (limits.length === 0 && !isWaiting(state)) throw nothingWaits(state);
  return [{ type: "budget-raised", raise, by }];
}

function limitProblem(limit: keyof Budget, value: number, standing: number | undefined): string | null {
  if (standing === undefined) {
    return `The run has no limit of ${limit}, so ${value} cannot raise it. Leave ${limit} out.`;
  }
  if (value <= standing) {
    return `${limit} "${value}" does not raise the budget: the limit is ${standing} now. Give more than ${standing}.`;
  }
  if (limit === "wallSeconds" && value > LONGEST_SECONDS) {
    return `wallSeconds "${value}" is longer than ten years. Give at most ${LONGEST_SECONDS}.`;
  }
  return null;
}

async function giveUp(ctx: Context, runId: string, by: string): Promise<void> {
  const { state, decision } = await changeRun(ctx, runId, (standing) =>
    isWaiting(standing.state) ? [{ type: "budget-given-up", by }] : [],
  );
  // The same request a second time finds that it was done.
  if (decision.accepted.size > 0 || (await wasGivenUp(ctx, runId))) return;
  refuseWhenOver(state);
  throw nothingWaits(state);
}

async function wasGivenUp({ db }: Context, runId: string): Promise<boolean> {
  const isOfRun = and(eq(runEvents.runId, runId), eq(runEvents.type, "budget-given-up"));
  return (await db.select({ seq: runEvents.seq }).from(runEvents).where(isOfRun).limit(1)).length > 0;
}

function refuseWhenOver(state: RunState): void {
  if (!isOver(state)) return;
  const { runId, status } = state;
  throw conflict(`Cannot change the budget of run "${runId}": it is ${status}.`, { status });
}

function nothingWaits({ runId, status }: RunState): Error {
  return conflict(`No step of run "${runId}" waits for its budget.`, { status });
}

function isOver({ status }: RunState): boolean {
  return isFinalRunStatus(status);
}

function isWaiting({ steps }: RunState): boolean {
  return [...steps.values()].some(isPausedForBudget);
}
