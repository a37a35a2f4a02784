import { Counter, type Registry } from "prom-client";
import {
  type ChannelType,
  type NoticeDeliveryStatus,
  type NoticeKind,
  channelTypeSchema,
  noticeKindSchema,
} from "#server/core/notice.ts";
import { inProcess } from "./help.ts";

const OUTCOMES = { sent: "sent", pending: "again", dead: "dead" } satisfies Record<
  NoticeDeliveryStatus,
  string
>;

/** What people were told of, and how sending it fared. */
export function noticeMetrics(registry: Registry) {
  const raised = new Counter({
    name: "stepwright_notices_raised_total",
    help: inProcess("Notices raised, by kind"),
    labelNames: ["kind"],
    registers: [registry],
  });
  const tries = new Counter({
    name: "stepwright_notice_tries_total",
    help: inProcess("Tries to send a notice: sent, to be tried again, or given up (dead)"),
    labelNames: ["type", "outcome"],
    registers: [registry],
  });
  for (const kind of noticeKindSchema.options) raised.inc({ kind }, 0);
  for (const type of channelTypeSchema.options) {
    for (const outcome of Object.values(OUTCOMES)) tries.inc({ type, outcome }, 0);
  }

  return {
    noticeRaised: (kind: NoticeKind) => raised.inc({ kind }),
    /** `status` is what the delivery has after it. */
    noticeTried: (type: ChannelType, status: NoticeDeliveryStatus) =>
      tries.inc({ type, outcome: OUTCOMES[status] }),
  };
}
