import type { AttemptResult, LookCall } from "#server/core/attempt.ts";
import { type Json, canonicalJson } from "#server/core/json.ts";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import { askOrHold } from "./ask-people.ts";
import { agreedInput, decisionRefusal, isSameInput } from "./decision-refusal.ts";
import { type Draft, approvalsOf, note, setApproval, setAttempt, setStep, stepOf } from "./draft.ts";
import type { DecisionFact, OutcomeFact } from "./fact.ts";
import { limitsOf, pauseForBudget, usedUp } from "./budget.ts";
import { failAttempt } from "./fail-attempt.ts";
import { planStep } from "./run-plan.ts";
import { type ApprovalState, approvedFor } from "./run-state.ts";
import { failStep } from "./settle.ts";
import { cleanText, storableJson } from "./storable.ts";

const MAX_REJECTIONS = 3;

type Asking = Extract<AttemptResult, { type: "needs_approval" }>;

/** Freezes the input and gives the try back until a person has decided. */
export function pauseForApproval(
  draft: Draft,
  fact: OutcomeFact,
  { input, looksFirst }: Pick<Asking, "input" | "looksFirst">,
): void {
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

  const most = limitsOf(draft).approvals;
  if (most !== undefined && askedApprovals(draft) >= most) {
    const message = usedUp("approvals", most);
    setAttempt(draft, stepId, { status: "paused", input, error: { message } });
    pauseForBudget(draft, stepId, message, { input });
    return;
  }

  setAttempt(draft, stepId, { status: "paused", input });
  const rule = planStep(draft.plan, stepId).approval;
  askOrHold(draft, {
    approvalId: fact.approvalId,
    stepId,
    attempt: step.attempt,
    status: "waiting",
    approvers: rule?.approvers ?? 1,
    signatures: [],
    input,
    editedInput: null,
    reason: reasonOf(rule?.reason, looksFirst),
    note: null,
    decidedBy: null,
    createdAt: draft.now,
    expiresAt: null,
    decidedAt: null,
  });
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

/** Whoever agrees to the input agrees to the look before it, and is told so. */
function reasonOf(reason: string | undefined, looksFirst: LookCall | undefined): string | null {
  if (looksFirst === undefined) return reason ?? null;
  const call = `"${looksFirst.tool}" with ${canonicalJson(maskSecrets(looksFirst.input))}`;
  const words = `This also approves the call that the precondition is looked at by, right before: ${call}.`;
  return cleanText(reason === undefined ? words : `${reason} ${words}`);
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

/** The first decision wins: a word that does not count any more, or not yet, changes nothing. */
export function applyDecision(draft: Draft, fact: DecisionFact): void {
  const approval = standingApproval(draft, fact.approvalId);
  if (!approval) return;
  const refusal = decisionRefusal(approval, fact, draft.now);
  if (refusal?.reason === "expired") expireApproval(draft, fact.approvalId);
  if (refusal !== null) return;
  if (fact.decision === "approve") agree(draft, approval, fact);
  else reject(draft, approval, fact);
}

/** Every agreement is for one exact input: whoever changes it is the first who agrees to the changed one. */
function agree(draft: Draft, approval: ApprovalState, fact: DecisionFact): void {
  const { approvalId, stepId, attempt, approvers } = approval;
  const given = fact.editedInput ?? agreedInput(approval);
  const editedInput = isSameInput(given, approval.input) ? null : given;
  const earlier = isSameInput(given, agreedInput(approval)) ? approval.signatures : [];
  const signature = { by: fact.decidedBy, at: draft.now, note: fact.note };
  // One person's yes is the decision itself.
  const signatures = approvers === 1 ? [] : [...earlier, signature];
  const signed = { ...approval, editedInput, signatures };
  if (approvers > 1) {
    const data = { approvalId, ...signature, editedInput, agreed: signatures.length, approvers };
    note(draft, "approval-signed", stepId, data, { attempt });
  }
  if (approvers > 1 && signatures.length < approvers) {
    setApproval(draft, signed);
    return;
  }
  setApproval(draft, { ...signed, ...decidedBy(draft, fact), status: "approved" });
  const data = { approvalId, decidedBy: fact.decidedBy, note: fact.note };
  note(draft, "approval-approved", stepId, { ...data, editedInput: editedInput ?? undefined }, { attempt });
  setStep(draft, stepId, { status: "pending", reason: null, dueAt: null, input: agreedInput(signed) });
}

function reject(draft: Draft, approval: ApprovalState, fact: DecisionFact): void {
  const { approvalId, stepId, attempt } = approval;
  setApproval(draft, { ...approval, ...decidedBy(draft, fact), status: "rejected" });
  const data = { approvalId, decidedBy: fact.decidedBy, note: fact.note };
  note(draft, "approval-rejected", stepId, data, { attempt });
  setStep(draft, stepId, { attempt });
  failAttempt(draft, stepId, {
    input: agreedInput(approval),
    error: { message: rejectionMessage(fact) },
    // The note is what to change, and said there alone.
    ...(fact.note !== null && { problem: cleanText(`${fact.decidedBy} rejected the input.`) }),
    retry: "now",
    isLast: rejections(draft, stepId) >= MAX_REJECTIONS,
    whatToChange: fact.note ?? "Build another input.",
    jitter: 0,
  });
}

function decidedBy(draft: Draft, fact: DecisionFact) {
  return { note: fact.note, decidedBy: fact.decidedBy, decidedAt: draft.now };
}

export function expireApproval(draft: Draft, approvalId: string): void {
  const approval = standingApproval(draft, approvalId);
  if (approval?.status !== "pending" || approval.expiresAt === null || approval.expiresAt > draft.now) return;
  const { stepId, attempt } = approval;
  const error = { message: "Nobody decided on the approval in time." };
  setApproval(draft, { ...approval, status: "expired", decidedAt: draft.now });
  note(draft, "approval-expired", stepId, { approvalId }, { attempt });
  setAttempt(draft, stepId, { status: "failed", attempt, error });
  failStep(draft, stepId, "approval_expired", error);
}

function standingApproval(draft: Draft, approvalId: string): ApprovalState | undefined {
  return (
    draft.approvals.get(approvalId) ?? draft.state.approvals.find((item) => item.approvalId === approvalId)
  );
}

function rejectionMessage(fact: DecisionFact): string {
  const note = fact.note === null ? " without saying why." : `: ${fact.note}`;
  return cleanText(`${fact.decidedBy} rejected the input${note}`);
}

function rejections(draft: Draft, stepId: string): number {
  return approvalsOf(draft, stepId).filter((approval) => approval.status === "rejected").length;
}
