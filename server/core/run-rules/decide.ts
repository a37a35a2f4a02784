import { isFinalRunStatus } from "#server/core/run.ts";
import type { Attention } from "./approval-places.ts";
import { applyDecision, expireApproval } from "./approval.ts";
import { askHeld, runsToAsk, touchesApprovals } from "./ask-people.ts";
import { giveUpBudget, raiseBudget } from "./answer-budget.ts";
import { cancelSteps } from "./cancel.ts";
import { mayHaveMissedChild } from "./child-run.ts";
import { type Claim, claimSteps } from "./claim.ts";
import { type Draft, note, openDraft, setStep, stepOf } from "./draft.ts";
import type { Fact } from "./fact.ts";
import { interruptStep } from "./interrupt.ts";
import { progressSteps } from "./progress.ts";
import { resolveOutcome } from "./resolve.ts";
import type { RunChange } from "./run-change.ts";
import type { RunPlan } from "./run-plan.ts";
import { type RunState, type StepState, isSettled } from "./run-state.ts";
import { passesFence, refuseResult, settleOutcome } from "./settle-outcome.ts";
import { addUsage } from "./usage.ts";
import { reachVerdict } from "./verdict.ts";

export type Decision = {
  /** What to write; null when nothing changes. */
  change: RunChange | null;
  /** Tries that the worker may start once the change is written. */
  claims: Claim[];
  /** Facts that passed their fence, by their place in the list. */
  accepted: ReadonlySet<number>;
  /** Ready steps that no slot was free for. One whose part of the budget others hold is not counted. */
  left: number;
  /** When the steps that this change makes wait are to be looked at again. */
  wakeAt: number[];
  /** The run that waits for the end that this change brings to a child. */
  parentToWake: string | null;
  /** Whether it counts only when made with the agent's open approvals counted, under the agent's lock. */
  touchesApprovals: boolean;
  /** Other runs of the agent whose turn it is to ask people, after this change. */
  runsToAsk: string[];
};

/** The one place where a run moves on: everything that happened, and everything that follows from it. */
export function decide(
  plan: RunPlan,
  state: RunState,
  {
    facts = [],
    now,
    worker = null,
    slots = 0,
    attention = null,
  }: {
    facts?: readonly Fact[];
    now: number;
    worker?: string | null;
    slots?: number;
    /** Without it every approval may ask at once. */
    attention?: Attention | null;
  },
): Decision {
  const draft = openDraft(plan, state, now, worker, attention);
  const accepted = new Set<number>();
  for (const [index, fact] of facts.entries()) if (applyFact(draft, fact)) accepted.add(index);
  if (isFinalRunStatus(state.status) || draft.isCanceled) {
    const change = changeOf(draft, reachVerdict(draft, false));
    return {
      change,
      claims: [],
      accepted,
      left: 0,
      wakeAt: [],
      parentToWake: parentToWake(state, change),
      touchesApprovals: touchesApprovals(draft),
      runsToAsk: runsToAsk(draft),
    };
  }

  askHeld(draft);
  const { ready, isWaitingForRetry } = progressSteps(draft);
  const { claims, left } = claimSteps(draft, ready, slots);
  const status = reachVerdict(draft, left > 0 || isWaitingForRetry);
  const change = changeOf(draft, status);
  return {
    change,
    claims,
    accepted,
    left,
    wakeAt: wakeTimes(draft),
    parentToWake: parentToWake(state, change),
    touchesApprovals: touchesApprovals(draft),
    runsToAsk: runsToAsk(draft),
  };
}

function applyFact(draft: Draft, fact: Fact): boolean {
  const before = draft.log.length;
  switch (fact.type) {
    case "outcome":
      if (!passesFence(draft, fact)) {
        refuseResult(draft, fact);
        return false;
      }
      settleOutcome(draft, fact);
      return true;
    case "tool-called":
      if (!passesFence(draft, fact)) return false;
      note(draft, "tool-called", fact.stepId, { tool: fact.tool, input: fact.input });
      setStep(draft, fact.stepId, { input: fact.input, hasActed: true });
      return true;
    case "interrupted":
      interruptStep(draft, fact);
      break;
    case "approval-decided":
      applyDecision(draft, fact);
      break;
    case "approval-expired":
      expireApproval(draft, fact.approvalId);
      break;
    case "outcome-resolved":
      resolveOutcome(draft, fact);
      break;
    case "budget-raised":
      raiseBudget(draft, fact);
      break;
    case "budget-given-up":
      giveUpBudget(draft, fact);
      break;
    case "canceled":
      if (!isFinalRunStatus(draft.state.status)) cancelSteps(draft, fact.by);
      break;
  }
  return draft.log.length > before;
}

function changeOf(draft: Draft, status: RunChange["status"]): RunChange | null {
  const { state } = draft;
  if (draft.log.length === 0 && draft.steps.size === 0 && status === state.status) return null;
  const isOver = isFinalRunStatus(status);
  return {
    runId: state.runId,
    agentId: state.agentId,
    budget: draft.budget,
    version: state.version,
    seq: state.seq,
    status,
    startedAt: state.startedAt ?? (status === "queued" || status === "canceled" ? null : draft.now),
    endedAt: isOver ? (state.endedAt ?? draft.now) : null,
    usage: usageOf(draft),
    steps: draft.steps,
    attempts: [...draft.attempts.values()],
    approvals: [...draft.approvals.values()],
    corrections: draft.corrections,
    log: draft.log,
  };
}

function usageOf(draft: Draft) {
  return draft.plan.order.reduce<StepState["usage"]>(
    (total, stepId) => addUsage(total, stepOf(draft, stepId).usage),
    null,
  );
}

function wakeTimes(draft: Draft): number[] {
  const times = [...draft.steps.values()].flatMap((step) =>
    step.dueAt === null || isSettled(step) || step.dueAt <= draft.now ? [] : [step.dueAt],
  );
  // A child that ended before its parent knew of it has woken nobody.
  if ([...draft.steps.keys()].some((stepId) => mayHaveMissedChild(draft, stepId))) times.push(draft.now);
  return [...new Set(times)];
}

function parentToWake(state: RunState, change: RunChange | null): string | null {
  const ends = change !== null && isFinalRunStatus(change.status) && !isFinalRunStatus(state.status);
  return ends ? state.parentRunId : null;
}
