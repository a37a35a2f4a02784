import type { Plan } from "./plan.ts";
import type { EventFacts } from "./replay-facts.ts";
import type { ApprovalState } from "./run-rules/run-state.ts";
import type { RunEvent } from "./run.ts";

/** As the log tells it: secrets in its inputs are hidden there, and only the approval itself has them. */
export type ReplayedApproval = ApprovalState;

type StepEvent = RunEvent & { stepId: string };

/** Moves the approval that the event is about, and answers with it as it was asked for. */
export function replayApproval(
  approvals: ReplayedApproval[],
  plan: Plan,
  event: StepEvent,
  facts: EventFacts,
  at: number,
): ReplayedApproval | null {
  const { approvalId } = facts;
  if (approvalId === undefined) return null;
  const place = approvals.findIndex((one) => one.approvalId === approvalId);
  const standing = approvals[place] ?? asked(plan, event, facts, approvalId, at);
  const moved = { ...standing, ...changeOf(standing, event, facts, at) };
  if (place === -1) approvals.push(moved);
  else approvals[place] = moved;
  return moved;
}

function asked(
  plan: Plan,
  event: StepEvent,
  facts: EventFacts,
  approvalId: string,
  at: number,
): ReplayedApproval {
  const rule = plan.steps.find((step) => step.id === event.stepId)?.approval;
  return {
    approvalId,
    stepId: event.stepId,
    attempt: event.attempt ?? 0,
    status: "waiting",
    approvers: facts.approvers ?? rule?.approvers ?? 1,
    signatures: [],
    input: facts.input ?? null,
    editedInput: null,
    reason: facts.askedReason ?? rule?.reason ?? null,
    note: null,
    decidedBy: null,
    createdAt: at,
    expiresAt: null,
    decidedAt: null,
  };
}

function changeOf(
  approval: ReplayedApproval,
  event: StepEvent,
  facts: EventFacts,
  at: number,
): Partial<ReplayedApproval> {
  const decided = { note: facts.note ?? null, decidedBy: facts.decidedBy ?? null, decidedAt: at };
  switch (event.type) {
    case "approval-requested":
      return { status: "pending", expiresAt: facts.expiresAt ?? null };
    case "approval-signed": {
      // Whoever changes the input is the first again, and those before agreed to another one.
      const standing = approval.signatures.slice(0, (facts.agreed ?? 1) - 1);
      const signature = { by: facts.by ?? "", at, note: facts.note ?? null };
      return { signatures: [...standing, signature], editedInput: facts.editedInput ?? null };
    }
    case "approval-approved":
      return { ...decided, status: "approved", editedInput: facts.editedInput ?? null };
    case "approval-rejected":
      return { ...decided, status: "rejected" };
    case "approval-expired":
      return { status: "expired", decidedAt: at };
    case "approval-canceled":
      return { status: "canceled", decidedAt: at };
    default:
      return {};
  }
}
