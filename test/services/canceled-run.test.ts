import { afterAll, expect, test } from "vitest";
import { AppError } from "#server/errors.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listRuns } from "#server/services/list-runs.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { raiseBudget } from "#server/services/raise-budget.ts";
import { readRun } from "#server/services/read-run.ts";
import { reseedRun } from "#server/services/reseed-run.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { asks } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, standing, untilStatus } from "#test/run-world.ts";

const world = await openRunWorld();
afterAll(world.close);
const { ctx } = world;
await world.startWorker(({ step }) =>
  step.id === "asks"
    ? asks({ to: "x" })
    : { type: "outcome_unknown", input: { to: "x" }, error: { message: "Cut off." }, usage: NO_USAGE },
);

test("a canceled run waits for nothing and takes no word of anybody any more", async () => {
  const plan = makePlan(
    { asks: [], unknown: [], waits: [], after: ["asks", "waits"] },
    {
      asks: { kind: "tool", tool: "send" },
      unknown: { kind: "tool", tool: "send" },
      waits: { kind: "wait", wait: { seconds: 86_400 } },
    },
  );
  const runId = await world.run(plan);
  await untilStatus(ctx, runId, "paused");
  const [asked] = (await listApprovals(ctx, { runId, limit: 5 })).items;
  const approvalId = asked?.approvalId ?? "";
  const canceled = await cancelRun(ctx, { runId });

  expect(standing(canceled)).toEqual({
    asks: "skipped/canceled",
    unknown: "skipped/canceled",
    waits: "skipped/canceled",
    after: "skipped/canceled",
  });
  const [listed] = (await listRuns(ctx, { agentId: canceled.agentId, limit: 1 })).items;
  expect([listed?.uncertainSteps, listed?.pause]).toEqual([["unknown"], null]);
  expect(canceled).toMatchObject({ uncertainSteps: ["unknown"], pause: null });
  expect(canceled.report?.summary).toContain("Nobody knows whether the call of step 2");
  expect(canceled.steps.map(({ dueAt }) => dueAt)).toEqual([null, null, null, null]);
  expect((await listApprovals(ctx, { runId, limit: 5 })).items.map(({ status }) => status)).toEqual([
    "canceled",
  ]);

  const verbs: [name: string, call: () => Promise<unknown>][] = [
    ["cancel", () => cancelRun(ctx, { runId })],
    ["reseed", () => reseedRun(ctx, { runId })],
    ["approve", () => decideApproval(ctx, { approvalId, decision: "approve" })],
    ["reject", () => decideApproval(ctx, { approvalId, decision: "reject" })],
    ["resolve", () => resolveStep(ctx, { runId, stepId: "unknown", outcome: "happened" })],
    ["raise", () => raiseBudget(ctx, { runId, raise: { toolCalls: 100 } })],
    ["give up", () => raiseBudget(ctx, { runId, giveUp: true })],
  ];
  for (const [name, call] of verbs) {
    const error = await call().then(
      () => null,
      (reason: unknown) => reason,
    );
    expect([name, error instanceof AppError ? error.code : error]).toEqual([name, "conflict"]);
  }
  expect((await readRun(ctx, { runId })).seq).toBe(canceled.seq);
});
