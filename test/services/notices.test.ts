import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { notices as noticeRows, runEvents, schedules } from "#db/schema.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { raiseNotices } from "#server/services/raise-notices.ts";
import { overdueWatch } from "#server/services/overdue-watch.ts";
import { raiseSilenceNotices } from "#server/services/raise-silence-notices.ts";
import { readNotices } from "#server/services/read-notices.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { makePlan } from "#test/make.ts";
import { SCHEDULED, openNoticeWorld } from "#test/notice-world.ts";
import { untilStatus } from "#test/run-world.ts";

const world = await openNoticeWorld();
afterAll(world.closeReplayed);
const { ctx, ends } = world;

test("a failed run raises one notice that says where and why, however often it is looked for", async () => {
  ends.failing("The box is full.");
  const agentId = await world.agent();
  const runId = await world.start(agentId, "failed");

  await raiseNotices(ctx);
  await raiseNotices(ctx);

  const notices = await world.notices(agentId);
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({
    kind: "run_failed",
    title: 'Run failed at step 2 "Send the mail"',
    runId,
    count: 1,
    readAt: null,
    closedAt: null,
    agentName: "Test plan",
  });
  expect(notices[0]?.text).toContain("The box is full.");
  expect(notices[0]?.text).toContain('Skipped because of it: step 3 "Tell"');
});

test("what looks like a secret in a report is hidden in its notice", async () => {
  ends.failing("https://box.example/in?access_token=hunter2 answered 403.");
  const agentId = await world.agent();
  await world.start(agentId, "failed");
  await raiseNotices(ctx);

  const [notice] = await world.notices(agentId);
  expect(notice?.text).toContain("access_token=(hidden)");
  expect(JSON.stringify([notice, await world.reports(agentId)])).not.toContain("hunter2");
});

test("runs of a schedule that fail at the same step are counted in one notice, which a completed run closes", async () => {
  ends.failing("No such box.");
  const agentId = await world.agent();
  await world.start(agentId, "failed", SCHEDULED);
  await raiseNotices(ctx);
  await world.start(agentId, "failed", SCHEDULED);
  const last = await world.start(agentId, "failed", SCHEDULED);
  await raiseNotices(ctx);

  expect(await world.notices(agentId)).toMatchObject([{ count: 3, runId: last, closedAt: null }]);

  ends.well();
  await world.start(agentId, "completed", SCHEDULED);
  await raiseNotices(ctx);
  expect(await world.notices(agentId)).toMatchObject([
    { count: 3, closedAt: expect.any(String), readAt: null },
  ]);

  ends.failing("No such box.");
  await world.start(agentId, "failed", SCHEDULED);
  await raiseNotices(ctx);
  expect(await world.notices(agentId)).toMatchObject([{ count: 1, closedAt: null }, { count: 3 }]);
});

test("a good delivery does not close the notice of another delivery, which counts on until it is read or an hour is quiet", async () => {
  const delivered = (deliveryId: string) => ({ type: "webhook" as const, webhookId: "whk_1", deliveryId });
  const agentId = await world.agent();
  const failedOne = async (id: string) => {
    ends.failing("No such box.");
    await world.start(agentId, "failed", delivered(id));
    await raiseNotices(ctx);
  };
  const goodOne = async (id: string) => {
    ends.well();
    await world.start(agentId, "completed", delivered(id));
    await raiseNotices(ctx);
  };
  await failedOne("dlv_1");
  await goodOne("dlv_2");
  await failedOne("dlv_3");
  await goodOne("dlv_4");
  expect(await world.notices(agentId)).toMatchObject([{ count: 2, closedAt: null }]);
  expect(await world.reports(agentId)).toHaveLength(1);

  const [notice] = await world.notices(agentId);
  await readNotices(ctx, { noticeIds: [notice?.noticeId ?? ""] });
  await raiseNotices(ctx);
  expect(await world.notices(agentId)).toMatchObject([{ count: 2, closedAt: expect.any(String) }]);

  await failedOne("dlv_5");
  await goodOne("dlv_6");
  await ctx.db
    .update(noticeRows)
    .set({ lastAt: new Date(Date.now() - 3_700_000) })
    .where(eq(noticeRows.agentId, agentId));
  await raiseNotices(ctx);
  expect(await world.notices(agentId)).toMatchObject([
    { count: 1, closedAt: expect.any(String), readAt: null },
    { count: 2 },
  ]);
});

test("runs started by hand are a cause each", async () => {
  ends.failing();
  const agentId = await world.agent();
  await world.start(agentId, "failed");
  await world.start(agentId, "failed");
  await raiseNotices(ctx);

  expect(await world.notices(agentId)).toMatchObject([{ count: 1 }, { count: 1 }]);
  expect(await world.reports(agentId)).toHaveLength(2);
});

test("the run that another agent's run started is not told of when it fails, as that one tells", async () => {
  ends.failing();
  const agentId = await world.agent();
  await world.start(agentId, "failed", { type: "agent", runId: "run_parent", stepId: "call" });
  await raiseNotices(ctx);

  expect(await world.notices(agentId)).toEqual([]);
  expect(await world.reports(agentId)).toEqual([]);
});

test("an approval that waits has a notice until it is decided, which counts as read", async () => {
  ends.asking();
  const agentId = await world.agent();
  await world.start(agentId, "paused");
  await raiseNotices(ctx);

  const [notice] = await world.notices(agentId);
  expect(notice).toMatchObject({
    kind: "approval_waiting",
    title: 'Step 2 "Send the mail" waits for an approval',
    text: "Tell Ada what was found. Once approved, it calls send.",
    closedAt: null,
  });

  const { approvalId, runId } = notice ?? {};
  await decideApproval(ctx, { approvalId: approvalId ?? "", decision: "approve" });
  await untilStatus(ctx, runId ?? "", "completed");
  await raiseNotices(ctx);
  expect(await world.notices(agentId)).toMatchObject([
    { approvalId, readAt: expect.any(String), closedAt: expect.any(String) },
  ]);
});

test("an approval of a canceled run is over", async () => {
  ends.asking();
  const agentId = await world.agent();
  const runId = await world.start(agentId, "paused");
  await raiseNotices(ctx);
  await cancelRun(ctx, { runId });
  await raiseNotices(ctx);

  expect(await world.notices(agentId)).toMatchObject([{ closedAt: expect.any(String) }]);
});

test("a step of unknown outcome has a notice until somebody says what happened", async () => {
  ends.unknown();
  const agentId = await world.agent();
  const runId = await world.start(agentId, "paused");
  await raiseNotices(ctx);
  await raiseNotices(ctx);

  expect(await world.notices(agentId)).toMatchObject([
    {
      kind: "run_paused",
      title: 'Run paused at step 2 "Send the mail": nobody knows whether its call happened',
      runId,
      closedAt: null,
    },
  ]);

  await resolveStep(ctx, { runId, stepId: "send", outcome: "happened" });
  await untilStatus(ctx, runId, "completed");
  await raiseNotices(ctx);
  expect(await world.notices(agentId)).toMatchObject([
    { readAt: expect.any(String), closedAt: expect.any(String) },
  ]);
});

test("a run whose budget is used up has a notice until it goes on or is canceled", async () => {
  ends.well();
  const agentId = await world.agent({ ...world.plan, budget: { toolCalls: 0 } });
  const runId = await world.start(agentId, "paused");
  await raiseNotices(ctx);

  expect(await world.notices(agentId)).toMatchObject([
    { title: 'Run paused at step 2 "Send the mail": its budget is used up', closedAt: null },
  ]);

  await cancelRun(ctx, { runId });
  await raiseNotices(ctx);
  expect(await world.notices(agentId)).toMatchObject([{ closedAt: expect.any(String) }]);
});

const watch = overdueWatch(() => performance.now());

test("a schedule that starts nothing has a notice until it does", async () => {
  const agentId = await world.agent();
  const at = ctx.now();
  const [schedule] = await ctx.db
    .insert(schedules)
    .values({
      id: ctx.newId("sch"),
      agentId,
      cron: "0 9 * * *",
      timezone: "Mars/Olympus",
      broken: 'There is no zone "Mars/Olympus".',
      settledAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  await raiseSilenceNotices(ctx, watch);
  await raiseSilenceNotices(ctx, watch);

  expect(await world.notices(agentId)).toMatchObject([
    {
      kind: "schedule_silent",
      title: "A schedule starts no runs",
      text: expect.stringContaining("Mars/Olympus"),
      scheduleId: schedule?.id,
      closedAt: null,
    },
  ]);

  await ctx.db.update(schedules).set({ timezone: "Europe/Berlin", broken: null });
  await raiseSilenceNotices(ctx, watch);
  expect(await world.notices(agentId)).toMatchObject([{ closedAt: expect.any(String), readAt: null }]);
});

test("what cannot be told of one run keeps no other from being told", async () => {
  ends.failing();
  const agentId = await world.agent();
  const broken = await world.start(agentId, "failed");
  await ctx.db
    .update(runEvents)
    .set({ data: { failedStepId: "gone" } })
    .where(isFailure(broken));
  const runId = await world.start(agentId, "failed");
  await raiseNotices(ctx);

  expect(await world.notices(agentId)).toMatchObject([
    { runId, title: 'Run failed at step 2 "Send the mail"' },
    { runId: broken, title: "Run failed" },
  ]);
  await ctx.db
    .update(runEvents)
    .set({ data: { failedStepId: "send" } })
    .where(isFailure(broken));
});

function isFailure(runId: string) {
  return and(eq(runEvents.runId, runId), eq(runEvents.type, "run-failed"));
}

test("runs that wait for a time or completed tell nobody", async () => {
  ends.well();
  const agentId = await world.agent(
    makePlan({ rest: [] }, { rest: { kind: "wait", wait: { seconds: 900 } } }),
  );
  const runId = await world.start(agentId, "paused");
  const other = await world.agent();
  await world.start(other, "completed");
  await raiseNotices(ctx);

  expect([...(await world.notices(agentId)), ...(await world.notices(other))]).toEqual([]);
  await cancelRun(ctx, { runId });
});
