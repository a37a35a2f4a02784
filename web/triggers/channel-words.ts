import type { NoticeDeliveryView } from "#server/core/notice-views.ts";
import { timeUntil } from "#web/durations.ts";
import type { StateWords } from "#web/step-state.ts";

type Delivered = Pick<NoticeDeliveryView, "status" | "attempts" | "dueAt">;

/** How far the sending of a notice is. */
export function noticeDeliveryState({ status, attempts, dueAt }: Delivered, now: number): StateWords {
  if (status === "sent") return { tone: "completed", label: "Sent" };
  const tries = attempts === 1 ? "1 try" : `${attempts} tries`;
  if (status === "dead") return { tone: "failed", label: `Given up after ${tries}` };
  if (attempts === 0) return { tone: "running", label: "Being sent" };
  return {
    tone: "retrying",
    label: `${tries} failed, the next ${dueAt === null ? "soon" : timeUntil(dueAt, now)}`,
  };
}
