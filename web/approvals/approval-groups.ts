import type { ApprovalView } from "#server/core/views.ts";

/** What one run asks, oldest first. */
export type ApprovalGroup = { runId: string; agentName: string; since: string; approvals: ApprovalView[] };

/** By run, the one that waits longest first. */
export function groupApprovals(approvals: readonly ApprovalView[]): ApprovalGroup[] {
  const groups = new Map<string, ApprovalGroup>();
  for (const approval of approvals.toSorted(byAge)) {
    const { runId, agentName, createdAt } = approval;
    const group = groups.get(runId) ?? { runId, agentName, since: createdAt, approvals: [] };
    group.approvals.push(approval);
    groups.set(runId, group);
  }
  return [...groups.values()];
}

function byAge(a: ApprovalView, b: ApprovalView): number {
  return a.createdAt.localeCompare(b.createdAt) || a.approvalId.localeCompare(b.approvalId);
}

/** `3 more will ask when these are decided.`; null when none is held. */
export function heldText(count: number, hasMore: boolean): string | null {
  if (count === 0) return null;
  return hasMore
    ? `More than ${count} others will ask when these are decided.`
    : `${count} more will ask when these are decided.`;
}
