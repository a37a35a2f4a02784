import { afterAll, expect, test } from "vitest";
import { cancelRun } from "#server/services/cancel-run.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { startRun } from "#server/services/start-run.ts";
import { sweepRuns } from "#server/services/sweep-runs.ts";
import { updateSettings } from "#server/services/update-settings.ts";
import { AppError } from "#server/errors.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, standing, until, untilOver, untilStatus } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const world = await openRunWorld();
afterAll(world.close);
const { ctx } = world;
await world.startWorker(({ approvedInput, step }) =>
  approvedInput ? done(approvedInput.value) : asks({ to: step.id }),
);

const LEAVES = ["a", "b", "c", "d", "e", "f", "g"];
const wide = makePlan(
  Object.fromEntries(LEAVES.map((id) => [id, []])),
  Object.fromEntries(LEAVES.map((id) => [id, { kind: "tool" as const, tool: "send", approval: {} }])),
);

async function open(runId: string, status: "pending" | "waiting") {
  const { items } = await listApprovals(ctx, { runId, status, limit: 100 });
  return items.toReversed();
}

async function counts(runId: string): Promise<[pending: number, waiting: number]> {
  return [(await open(runId, "pending")).length, (await open(runId, "waiting")).length];
}

async function untilCounts(runId: string, wanted: [number, number]): Promise<void> {
  await until(ctx, runId, () => true);
  for (let found = await counts(runId); String(found) !== String(wanted); found = await counts(runId)) {
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

async function approveFirst(runId: string): Promise<void> {
  const [first] = await open(runId, "pending");
  await decideApproval(ctx, { approvalId: first?.approvalId ?? "", decision: "approve" });
}

test("of a wide run five approvals ask at once, and each decision lets the next one ask", async () => {
  const runId = await world.run(wide);
  await untilStatus(ctx, runId, "paused");
  expect(await counts(runId)).toEqual([5, 2]);
  const [held] = await open(runId, "waiting");
  expect(held).toMatchObject({ attempt: 1, input: { to: held?.stepId }, expiresAt: null });

  const early = decideApproval(ctx, { approvalId: held?.approvalId ?? "", decision: "approve" });
  await expect(early).rejects.toThrow(/is not asked for yet/);
  await expect(early).rejects.toBeInstanceOf(AppError);

  await approveFirst(runId);
  expect(await counts(runId)).toEqual([5, 1]);
  for (let left = 6; left > 0; left -= 1) await approveFirst(runId);
  const run = await untilOver(ctx, runId);

  expect(run.status).toBe("completed");
  expect(run.steps.map((step) => step.attempts.length)).toEqual(LEAVES.map(() => 1));
  const events = await listRunEvents(ctx, { runId, after: 0, limit: 200 });
  expect(events.filter((event) => event.type === "approval-held")).toHaveLength(2);
  expect(events.filter((event) => event.type === "approval-requested")).toHaveLength(7);
  expect(events.every((event) => event.type !== "approval-requested" || event.attempt === 1)).toBe(true);
});

test("a run that comes later asks as soon as there is room, before a wide run asks once more", async () => {
  const { agentId } = await seedAgent(ctx, wide);
  const first = (await startRun(ctx, { agentId })).runId;
  await untilCounts(first, [5, 2]);
  const second = (await startRun(ctx, { agentId })).runId;
  await untilCounts(second, [0, 7]);

  await approveFirst(first);
  await untilCounts(second, [1, 6]);
  expect(await counts(first)).toEqual([4, 2]);

  await cancelRun(ctx, { runId: first });
  await untilCounts(second, [5, 2]);
  expect(await counts(first)).toEqual([0, 0]);
  await cancelRun(ctx, { runId: second });
});

test("agents do not take each other's places, and a higher limit lets held ones ask", async () => {
  const one = await world.run(wide);
  const other = await world.run(wide);
  await untilCounts(one, [5, 2]);
  await untilCounts(other, [5, 2]);

  const changed = await updateSettings(ctx, { openApprovalsPerAgent: 6 });
  expect(changed.openApprovalsPerAgent).toBe(6);
  await sweepRuns(ctx);
  await untilCounts(one, [6, 1]);
  await untilCounts(other, [6, 1]);

  await updateSettings(ctx, { openApprovalsPerAgent: 2 });
  await approveFirst(one);
  await until(ctx, one, (run) => Object.values(standing(run)).includes("completed"));
  expect(await counts(one)).toEqual([5, 1]);
  await updateSettings(ctx, { openApprovalsPerAgent: 5 });
});
