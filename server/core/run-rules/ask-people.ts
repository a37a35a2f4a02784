import { type WaitingRun, sharePlaces } from "./approval-places.ts";
import { type Draft, approvalsOfRun, note, setApproval } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import type { ApprovalState } from "./run-state.ts";
import { storableTime } from "./storable.ts";

const HOUR_MS = 3_600_000;

/** Asks people for an approval whose input is frozen, when its turn has come; else it is held until then. */
export function askOrHold(draft: Draft, held: ApprovalState): void {
  setApproval(draft, held);
  const { approvalId, stepId, input, approvers } = held;
  const earlier = approvalsOfRun(draft).filter((one) => one.status === "waiting").length - 1;
  if (placesOf(draft) > earlier) ask(draft, held);
  else note(draft, "approval-held", stepId, { approvalId, input, approvers, ...askedReason(draft, held) });
}

/** Asks for the held approvals whose turn has come, oldest first. */
export function askHeld(draft: Draft): void {
  const held = approvalsOfRun(draft).filter((one) => one.status === "waiting");
  if (held.length === 0) return;
  held.sort((a, b) => a.createdAt - b.createdAt || (a.approvalId < b.approvalId ? -1 : 1));
  for (const approval of held.slice(0, placesOf(draft))) ask(draft, approval);
}

/** Whether the decision opens, holds or ends approvals, or could ask for one that is held. */
export function touchesApprovals(draft: Draft): boolean {
  return draft.approvals.size > 0 || draft.state.approvals.some((one) => one.status === "waiting");
}

/** Other runs of the agent whose turn it is to ask, once the draft is written. */
export function runsToAsk(draft: Draft): string[] {
  return [...placesBy(draft).keys()].filter((runId) => runId !== draft.state.runId);
}

// Time to decide runs from when somebody could.
function ask(draft: Draft, held: ApprovalState): void {
  const { approvalId, stepId, attempt, input, approvers } = held;
  const hours = planStep(draft.plan, stepId).approval?.expiresAfterHours;
  const asked = { approvalId, input, approvers, ...askedReason(draft, held) };
  const expiresAt = hours === undefined ? null : storableTime(draft.now + Math.round(hours * HOUR_MS));
  setApproval(draft, { ...held, status: "pending", expiresAt });
  note(draft, "approval-requested", stepId, { ...asked, expiresAt }, { attempt });
}

function askedReason(draft: Draft, { stepId, reason }: ApprovalState): { askedReason?: string } {
  const planned = planStep(draft.plan, stepId).approval?.reason ?? null;
  return reason === null || reason === planned ? {} : { askedReason: reason };
}

/** How many of the run's held approvals may ask now; without a count of the agent's, all of them. */
function placesOf(draft: Draft): number {
  if (draft.attention === null) return Number.POSITIVE_INFINITY;
  return placesBy(draft).get(draft.state.runId) ?? 0;
}

function placesBy(draft: Draft): ReadonlyMap<string, number> {
  const { attention, state } = draft;
  if (attention === null) return new Map();
  const own = waitingRun(state.runId, approvalsOfRun(draft));
  return sharePlaces(attention.most - attention.pending - own.pending, [own, ...attention.others]);
}

function waitingRun(runId: string, approvals: readonly ApprovalState[]): WaitingRun {
  const waiting = approvals.filter((one) => one.status === "waiting");
  return {
    runId,
    pending: approvals.filter((one) => one.status === "pending").length,
    waiting: waiting.length,
    oldestAt: Math.min(...waiting.map((one) => one.createdAt)),
  };
}
