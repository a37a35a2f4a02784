import { isFinalRunStatus } from "#server/core/run.ts";
import { applyDecision, expireApproval } from "./approval.ts";
import { cancelSteps } from "./cancel.ts";
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
  /** Ready steps that no slot was free for. */
  left: number;
  /** When the steps that this change makes wait are to be looked at again. */
  wakeAt: number[];
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
  }: {
    facts?: readonly Fact[];
    now: number;
    worker?: string | null;
    slots?: number;
  },
): Decision {
  const draft = openDraft(plan, state, now, worker);
  const accepted = new Set<number>();
  for (const [index, fact] of facts.entries()) if (applyFact(draft, fact)) accepted.add(index);
  if (isFinalRunStatus(state.status) || draft.isCanceled) {
    return { change: changeOf(draft, reachVerdict(draft, false)), claims: [], accepted, left: 0, wakeAt: [] };
  }

  const { ready, isWaitingForRetry } = progressSteps(draft);
  const { claims, left } = claimSteps(draft, ready, slots);
  const status = reachVerdict(draft, left > 0 || isWaitingForRetry);
  return { change: changeOf(draft, status), claims, accepted, left, wakeAt: wakeTimes(draft) };
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
  return [...new Set(times)];
}
