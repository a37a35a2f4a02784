import type { Json } from "#server/core/json.ts";
import { type Draft, approvalsOf, note, setApproval, setAttempt, setStep, stepOf } from "./draft.ts";
import type { DecisionFact, OutcomeFact } from "./fact.ts";
import { pauseForBudget } from "./budget.ts";
import { failAttempt } from "./fail-attempt.ts";
import { planStep } from "./run-plan.ts";
import { type ApprovalState, approvedFor } from "./run-state.ts";
import { failStep } from "./settle.ts";
import { cleanText, storableJson, storableTime } from "./storable.ts";

const MAX_REJECTIONS = 3;
const HOUR_MS = 3_600_000;

/** Freezes the input and gives the try back until a person has decided. */
export function pauseForApproval(draft: Draft, fact: OutcomeFact, input: Json): void {
  const { stepId } = fact;
  const step = stepOf(draft, stepId);
  const refusal = cannotAsk(draft, stepId, step.attempt, input);
  if (refusal !== null) {
    failAttempt(draft, stepId, {
      input: null,
      error: { message: refusal.message },
      retry: refusal.retry,
      whatToChange: "Build an input of plain JSON values.",
      jitter: fact.jitter,
    });
    return;
  }

  const most = draft.plan.plan.budget?.approvals;
  if (most !== undefined && askedApprovals(draft) >= most) {
    setAttempt(draft, stepId, { status: "paused", input });
    pauseForBudget(draft, stepId, `The run's budget of ${most} approvals is used up.`);
    return;
  }

  const rule = planStep(draft.plan, stepId).approval;
  const expiresAt =
    rule?.expiresAfterHours === undefined
      ? null
      : storableTime(draft.now + Math.round(rule.expiresAfterHours * HOUR_MS));
  setApproval(draft, {
    approvalId: fact.approvalId,
    stepId,
    attempt: step.attempt,
    status: "pending",
    approvers: rule?.approvers ?? 1,
    signatures: [],
    input,
    editedInput: null,
    reason: rule?.reason ?? null,
    note: null,
    decidedBy: null,
    createdAt: draft.now,
    expiresAt,
    decidedAt: null,
  });
  setAttempt(draft, stepId, { status: "paused", input });
  note(draft, "approval-requested", stepId, { approvalId: fact.approvalId, input, expiresAt });
  note(draft, "step-paused", stepId, { reason: "approval", approvalId: fact.approvalId });
  setStep(draft, stepId, {
    status: "paused",
    reason: "approval",
    attempt: step.attempt - 1,
    leaseOwner: null,
    leaseUntil: null,
    input,
  });
}

function askedApprovals(draft: Draft): number {
  const ids = [...draft.state.approvals, ...draft.approvals.values()].map(({ approvalId }) => approvalId);
  return new Set(ids).size;
}

function cannotAsk(
  draft: Draft,
  stepId: string,
  attempt: number,
  input: Json,
): { message: string; retry: "now" | "not_retryable" } | null {
  const stored = storableJson(input);
  if (!stored.ok) return { message: `The input cannot be stored: ${stored.problem}.`, retry: "now" };
  if (approvedFor(approvalsOf(draft, stepId), stepId, attempt)) {
    const message = "The step asked for an approval of an input that was already approved.";
    return { message, retry: "not_retryable" };
  }
  return null;
}

/** The first decision wins: on an approval that is not pending any more, nothing changes. */
export function applyDecision(draft: Draft, fact: DecisionFact): void {
  const approval = pendingApproval(draft, fact.approvalId);
  if (!approval) return;
  const { stepId, approvalId } = approval;
  const decided = { note: fact.note, decidedBy: fact.decidedBy, decidedAt: draft.now };
  const data = { approvalId, decidedBy: fact.decidedBy, note: fact.note };

  if (fact.decision === "approve") {
    setApproval(draft, { ...approval, ...decided, status: "approved", editedInput: fact.editedInput });
    note(draft, "approval-approved", stepId, { ...data, editedInput: fact.editedInput ?? undefined });
    setStep(draft, stepId, {
      status: "pending",
      reason: null,
      dueAt: null,
      input: fact.editedInput ?? approval.input,
    });
    return;
  }
  setApproval(draft, { ...approval, ...decided, status: "rejected" });
  note(draft, "approval-rejected", stepId, data);
  setStep(draft, stepId, { attempt: approval.attempt });
  failAttempt(draft, stepId, {
    input: approval.input,
    error: { message: rejectionMessage(fact) },
    // The note is what to change, and said there alone.
    ...(fact.note !== null && { problem: cleanText(`${fact.decidedBy} rejected the input.`) }),
    retry: "now",
    isLast: rejections(draft, stepId) >= MAX_REJECTIONS,
    whatToChange: fact.note ?? "Build another input.",
    jitter: 0,
  });
}

export function expireApproval(draft: Draft, approvalId: string): void {
  const approval = pendingApproval(draft, approvalId);
  if (!approval || approval.expiresAt === null || approval.expiresAt > draft.now) return;
  const error = { message: "Nobody decided on the approval in time." };
  setApproval(draft, { ...approval, status: "expired", decidedAt: draft.now });
  note(draft, "approval-expired", approval.stepId, { approvalId });
  setAttempt(draft, approval.stepId, { status: "failed", attempt: approval.attempt, error });
  failStep(draft, approval.stepId, "approval_expired", error);
}

function pendingApproval(draft: Draft, approvalId: string): ApprovalState | undefined {
  const approval =
    draft.approvals.get(approvalId) ?? draft.state.approvals.find((item) => item.approvalId === approvalId);
  return approval?.status === "pending" ? approval : undefined;
}

function rejectionMessage(fact: DecisionFact): string {
  const note = fact.note === null ? " without saying why." : `: ${fact.note}`;
  return cleanText(`${fact.decidedBy} rejected the input${note}`);
}

function rejections(draft: Draft, stepId: string): number {
  return approvalsOf(draft, stepId).filter((approval) => approval.status === "rejected").length;
}
