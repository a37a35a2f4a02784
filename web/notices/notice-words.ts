import type { NoticeKind } from "#server/core/notice.ts";
import type { NoticeView } from "#server/core/notice-views.ts";
import type { Tone } from "#web/step-state.ts";

const TONES: Record<NoticeKind, Tone> = {
  run_failed: "failed",
  approval_waiting: "attention",
  run_paused: "attention",
  schedule_silent: "waiting",
};

export function noticeTone({ kind, closedAt }: Pick<NoticeView, "kind" | "closedAt">): Tone {
  return closedAt === null ? TONES[kind] : "completed";
}

/** Where a person sees to it. */
export function noticeLink(notice: NoticeView): { href: string; label: string } {
  const { approvalId, runId, agentSlug, kind, closedAt } = notice;
  if (approvalId !== null && closedAt === null) return { href: `/approvals/${approvalId}`, label: "Decide" };
  if (runId !== null) return { href: `/runs/${runId}`, label: "See the run" };
  if (kind === "schedule_silent") return { href: `/agents/${agentSlug}/triggers`, label: "See the schedule" };
  return { href: `/agents/${agentSlug}`, label: "See the agent" };
}
