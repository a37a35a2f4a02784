import { canonicalJson } from "#server/core/json.ts";
import { agreedInput } from "#server/core/run-rules/decision-refusal.ts";
import type { ApprovalState, RunState } from "#server/core/run-rules/run-state.ts";
import { type Stored, openApprovals } from "./stored-runs.ts";

/** One use of an approved input; reported once its result counts. */
export type Act = { approvalId: string; input: string; reported: boolean };

/** What happened outside of the runs: who said yes to what, and what was done. */
export type Ledger = {
  agreed: { approvalId: string; by: string; input: string }[];
  acts: Act[];
  decided: number;
  refused: number;
  problems: string[];
};

export function openLedger(): Ledger {
  return { agreed: [], acts: [], decided: 0, refused: 0, problems: [] };
}

const MOVES: Record<ApprovalState["status"], readonly ApprovalState["status"][]> = {
  waiting: ["waiting", "pending", "canceled"],
  pending: ["pending", "approved", "rejected", "expired", "canceled"],
  approved: ["approved"],
  rejected: ["rejected"],
  expired: ["expired"],
  canceled: ["canceled"],
};

/** Holds what was written against everything that an approval promises. */
export function checkChange(stored: Stored, before: RunState, after: RunState): void {
  const { ledger } = stored;
  const fail = (what: string) => ledger.problems.push(`${after.runId} at ${stored.now}: ${what}`);
  const pending = openApprovals(stored).filter((one) => one.status === "pending").length;
  if (pending > stored.most) fail(`${pending} approvals are pending, and ${stored.most} may be`);

  for (const approval of after.approvals) {
    const { approvalId, status, stepId, attempt } = approval;
    const standing = before.approvals.find((one) => one.approvalId === approvalId);
    const from = standing?.status ?? "waiting";
    if (!MOVES[from].includes(status)) fail(`${approvalId} went from ${from} to ${status}`);
    if (standing && from === status && MOVES[from].length === 1) {
      if (JSON.stringify(standing) !== JSON.stringify(approval)) fail(`${approvalId} changed after its end`);
    }
    if (from !== status && approval.decidedAt !== null) {
      ledger.decided += 1;
      checkDecision(approval, ledger, fail);
    }
    if (approval.decidedAt !== null) continue;
    const step = after.steps.get(stepId);
    if (step?.status !== "paused" || step.reason !== "approval" || step.attempt !== attempt - 1) {
      fail(
        `${approvalId} of attempt ${attempt} is open, and its step is ${step?.status} at ${step?.attempt}`,
      );
    }
  }
}

function checkDecision(approval: ApprovalState, ledger: Ledger, fail: (what: string) => void): void {
  const { approvalId, status, approvers, signatures, expiresAt, decidedAt } = approval;
  if (status === "expired" && (expiresAt === null || (decidedAt ?? 0) < expiresAt)) {
    fail(`${approvalId} expired before its time`);
  }
  if (status !== "approved") return;
  if (expiresAt !== null && (decidedAt ?? 0) >= expiresAt) fail(`${approvalId} was approved too late`);
  const input = canonicalJson(agreedInput(approval));
  const words = ledger.agreed.filter((word) => word.approvalId === approvalId && word.input === input);
  const people = new Set(words.map((word) => word.by));
  if (people.size < approvers) fail(`${approvalId} was approved by ${people.size} of ${approvers}`);
  if (approvers > 1 && new Set(signatures.map((one) => one.by)).size !== approvers) {
    fail(`${approvalId} has the signatures ${JSON.stringify(signatures)}`);
  }
}

/** What was done, once everything is over. */
export function checkEnd(stored: Stored, states: readonly RunState[]): void {
  const { ledger } = stored;
  for (const { approvals, runId } of states) {
    for (const approval of approvals) {
      const acts = ledger.acts.filter((act) => act.approvalId === approval.approvalId);
      const input = canonicalJson(agreedInput(approval));
      const where = JSON.stringify([runId, approval.stepId, approval.attempt]);
      if (approval.status !== "approved" && acts.length > 0) {
        ledger.problems.push(`${approval.approvalId} is ${approval.status}, and its step acted`);
      }
      if (acts.some((act) => act.input !== input) || !input.includes(where.slice(1, -1))) {
        ledger.problems.push(`${approval.approvalId} for ${where} stands for ${input}, and another was used`);
      }
      if (acts.filter((act) => act.reported).length > 1) {
        ledger.problems.push(`${approval.approvalId} was used for several results`);
      }
    }
  }
}
