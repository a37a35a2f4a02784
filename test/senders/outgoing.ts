import type { OutgoingNotice } from "#server/context.ts";
import type { NoticeMessage } from "#server/core/notice-message.ts";

export function makeMessage(over: Partial<NoticeMessage["data"]> = {}): NoticeMessage {
  return {
    type: "run_failed",
    timestamp: "2026-12-01T09:00:00.000Z",
    data: {
      noticeId: "notice_1",
      agentId: "agent_1",
      agentName: "Orders",
      runId: "run_1",
      approvalId: null,
      scheduleId: null,
      title: 'Run failed at step 3 "Send the mail"',
      text: "The run failed: of 3 steps 2 completed, 1 failed.",
      url: "http://127.0.0.1:4310/runs/run_1",
      count: 1,
      ...over,
    },
  };
}

export function makeOutgoing(target: string, over: Partial<OutgoingNotice> = {}): OutgoingNotice {
  return { deliveryId: "dlv_1", target, secret: null, message: makeMessage(), ...over };
}
