import { afterAll, expect, test } from "vitest";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { listRuns } from "#server/services/list-runs.ts";
import { readAgent } from "#server/services/read-agent.ts";
import { readRun } from "#server/services/read-run.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilStatus } from "#test/run-world.ts";

const world = await openRunWorld();
afterAll(world.close);
const { ctx } = world;
await world.startWorker(() => ({
  type: "outcome_unknown",
  input: { to: "x" },
  error: { message: "Cut off." },
  usage: NO_USAGE,
}));

test("an agent's last run tells what its paused steps wait for, and when it ended", async () => {
  const plan = makePlan(
    { unknown: [], waits: [] },
    {
      unknown: { kind: "tool", tool: "send" },
      waits: { kind: "wait", wait: { seconds: 86_400 } },
    },
  );
  const runId = await world.run(plan);
  const { agentId, steps, pause } = await untilStatus(ctx, runId, "paused");
  const dueAt = steps.find(({ stepId }) => stepId === "waits")?.dueAt;
  const { lastRun } = await readAgent(ctx, { agentId });

  expect(lastRun).toMatchObject({ runId, status: "paused", endedAt: null, pause: { dueAt } });
  expect((await listRuns(ctx, { agentId, limit: 1 })).items[0]?.pause).toEqual(lastRun?.pause);
  expect(pause?.reasons.toSorted()).toEqual(lastRun?.pause?.reasons.toSorted());
  expect(lastRun?.pause?.reasons.toSorted()).toEqual(["outcome_unknown", "wait"]);

  await cancelRun(ctx, { runId });
  const { endedAt } = await readRun(ctx, { runId });
  expect((await readAgent(ctx, { agentId })).lastRun).toMatchObject({ endedAt, pause: null });
});
