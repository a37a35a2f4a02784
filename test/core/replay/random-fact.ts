import type { AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { type RunState, type StepState, awaitsChild } from "#server/core/run-rules/run-state.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";

export type Move = { kind: number; pick: number; wait: number; value: number };

/** How many kinds of moves there are. */
export const KINDS = 24;
export const EXPIRY = 16;
const WORKER = "w1";
const NAMES = ["Ada", "Grace", "Edsger"];

/** What may have happened to the run where it stands; nothing when the move does not fit. */
export function factsOf(state: RunState, move: Move, id: string): Fact[] {
  const { kind, value } = move;
  const by = NAMES[move.pick % NAMES.length] ?? "";
  const steps = [...state.steps].map(([stepId, step]) => ({ stepId, step }));
  const running = picked(
    steps.filter(({ step }) => step.status === "running" && !awaitsChild(step)),
    move,
  );
  const lost = picked(
    steps.filter(({ step }) => step.status === "paused" && step.reason === "outcome_unknown"),
    move,
  );
  const approval = picked(
    state.approvals.filter(({ status }) => status === "pending"),
    move,
  );

  if (kind === 23 && value < 2) return [{ type: "canceled", by }];
  if (kind === 22) {
    if (value < 3) return [{ type: "budget-given-up", by }];
    return [{ type: "budget-raised", raise: { toolCalls: value, tokens: 10 * value, approvals: value }, by }];
  }
  if (kind >= 20 && lost) {
    const outcome = (["happened", "did_not_happen", "fail"] as const)[value % 3] ?? "fail";
    const note = value > 5 ? "I looked." : null;
    return [{ type: "outcome-resolved", stepId: lost.stepId, outcome, note, output: { seen: true }, by }];
  }
  if (kind >= EXPIRY && approval) {
    const { approvalId } = approval;
    if (kind === EXPIRY) return [{ type: "approval-expired", approvalId }];
    const decision = value < 2 ? "reject" : "approve";
    const note = value % 2 === 0 ? "As discussed." : null;
    const editedInput = value > 6 ? { to: "another" } : null;
    return [{ type: "approval-decided", approvalId, decision, note, editedInput, decidedBy: by }];
  }
  if (!running) return [];
  const { stepId, step } = running;
  const claim = { stepId, claim: step.claim, worker: WORKER };
  if (kind === 15) return [{ ...claim, type: "tool-called", tool: "send", input: { to: value } }];
  if (kind >= 13) {
    const cause = kind === 13 ? "handed-back" : "lease-expired";
    return [{ type: "interrupted", stepId, claim: step.claim, cause, mayHaveActed: value > 6 }];
  }
  const result = resultOf(step, move, id);
  const late = kind === 12 ? step.claim - 1 : step.claim;
  return [
    { ...claim, claim: late, type: "outcome", result, isRepeatable: true, jitter: 0.5, approvalId: id },
  ];
}

function picked<Item>(items: readonly Item[], { pick }: Move): Item | undefined {
  return items[pick % Math.max(1, items.length)];
}

function resultOf(step: StepState, { kind, value }: Move, id: string): AttemptResult {
  const usage = { ...NO_USAGE, toolCalls: 1, inputTokens: value, seconds: 0.5 };
  const input: Json = value % 3 === 0 ? null : { to: value };
  switch (kind) {
    case 0:
    case 1: {
      const retry = (["now", "temporary", "not_retryable"] as const)[value % 3] ?? "now";
      const output = value % 2 === 0 ? { output: value } : {};
      const error = { message: `Try ${step.attempt}.` };
      return { type: "failed", input, ...output, error, retry, whatToChange: "It.", usage };
    }
    case 2:
    case 3:
    case 4:
      return { type: "needs_approval", input: { to: value }, usage };
    case 5:
      return { type: "outcome_unknown", input: { to: value }, error: { message: "It broke." }, usage };
    case 6:
      return { type: "precondition_unmet", observation: { n: value }, usage };
    case 7:
    case 8:
      return { type: "check_unmet", input, observation: { n: value }, usage };
    case 9: {
      const needed = value < 5 ? null : { tokens: value, costUsd: null };
      return { type: "over_budget", input, error: { message: "Too little." }, needed, usage };
    }
    case 10: {
      const childRunId = `child_${id}`;
      return {
        type: "child_started",
        agent: "another",
        childRunId,
        input: { to: value },
        dueAt: null,
        usage,
      };
    }
    default:
      return { type: "completed", input, output: value, usage };
  }
}
