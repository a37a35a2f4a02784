import { expect, test } from "vitest";
import type { NoticeView } from "#server/core/notice-views.ts";
import { verdictSchema } from "#server/core/trigger.ts";
import type { DeliveryView } from "#server/core/trigger-views.ts";
import { noticeLink, noticeTone } from "#web/notices/notice-words.ts";
import { channelKinds, kindsText } from "#web/triggers/channel-draft.ts";
import { noticeDeliveryState } from "#web/triggers/channel-words.ts";
import { deliveryFacts, deliveryState } from "#web/triggers/delivery-words.ts";

const NOW = Date.parse("2026-12-01T12:00:00Z");

const delivery: DeliveryView = {
  id: "del_1",
  deliveryId: "msg_1",
  verdict: "accepted",
  detail: null,
  status: 202,
  bytes: 14,
  contentType: "application/json",
  runId: "run_1",
  repeats: 0,
  receivedAt: "2026-12-01T11:00:00.000Z",
};

const notice: NoticeView = {
  noticeId: "notice_1",
  agentId: "agent_1",
  agentName: "Digest",
  agentSlug: "digest",
  kind: "run_failed",
  title: "Digest: run failed at step 1",
  text: "The file is not there.",
  runId: "run_1",
  approvalId: null,
  scheduleId: null,
  count: 1,
  createdAt: "2026-12-01T11:00:00.000Z",
  lastAt: "2026-12-01T11:00:00.000Z",
  readAt: null,
  closedAt: null,
};

test("every verdict of a delivery has words, and what was refused says that it was", () => {
  for (const verdict of verdictSchema.options) {
    const { tone, label } = deliveryState({ verdict });
    expect(label.startsWith("Refused")).toBe(tone === "failed");
  }
});

test("a delivery tells its status, size and type, and how often it came", () => {
  expect(deliveryFacts(delivery)).toBe("202 · 14 B · application/json");
  expect(deliveryFacts({ ...delivery, contentType: null, repeats: 2 })).toBe("202 · 14 B · came 3 times");
});

test("a notice leads to where a person sees to it", () => {
  const asked = { ...notice, kind: "approval_waiting" as const, approvalId: "apr_1" };
  const silent = { ...notice, kind: "schedule_silent" as const, runId: null, scheduleId: "sch_1" };

  expect(noticeLink(notice)).toEqual({ href: "/runs/run_1", label: "See the run" });
  expect(noticeLink(asked)).toEqual({ href: "/approvals/apr_1", label: "Decide" });
  expect(noticeLink({ ...asked, closedAt: "2026-12-01T11:30:00.000Z" }).href).toBe("/runs/run_1");
  expect(noticeLink(silent)).toEqual({ href: "/agents/digest/triggers", label: "See the schedule" });
  expect(noticeTone({ ...notice, closedAt: "2026-12-01T11:30:00.000Z" })).toBe("completed");
});

test("a channel that takes every kind is stored as one that takes all", () => {
  expect(channelKinds(["schedule_silent", "run_failed", "run_paused", "approval_waiting"])).toBe(null);
  expect(channelKinds(["schedule_silent", "run_failed"])).toEqual(["run_failed", "schedule_silent"]);
  expect(kindsText(null)).toBe("Everything");
  expect(kindsText(["run_failed"])).toBe("A run failed");
});

test("the sending of a notice says how far it is", () => {
  const none = { attempts: 0, dueAt: null };

  expect(noticeDeliveryState({ ...none, status: "sent" }, NOW).label).toBe("Sent");
  expect(noticeDeliveryState({ ...none, status: "pending" }, NOW).label).toBe("Being sent");
  expect(
    noticeDeliveryState({ status: "pending", attempts: 2, dueAt: "2026-12-01T12:10:00.000Z" }, NOW).label,
  ).toBe("2 tries failed, the next in 10 min");
  expect(noticeDeliveryState({ ...none, status: "dead", attempts: 1 }, NOW).label).toBe(
    "Given up after 1 try",
  );
});
