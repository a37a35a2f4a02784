import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { agents, snapshots } from "#db/schema.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import type { Plan } from "#server/core/plan.ts";
import { AppError } from "#server/errors.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { readRun } from "#server/services/read-run.ts";
import { reseedRun } from "#server/services/reseed-run.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { planHashOf } from "#server/services/plan-hash.ts";
import { startRun } from "#server/services/start-run.ts";
import { callingPlan, openChildWorld } from "#test/child-world.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { standing, stepOf, until, untilOver, untilStatus } from "#test/run-world.ts";

const world = await openChildWorld();
afterAll(world.close);
const { ctx } = world;
await world.work(async ({ step, runInput }, { signal, beforeToolCall }) => {
  if (step.id === "calls") await beforeToolCall({ tool: "send", input: { to: "x" } });
  if (step.id === "hangs" || step.id === "calls") {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
  }
  if (step.id === "unknown") {
    return { type: "outcome_unknown", input: { to: "x" }, error: { message: "Cut off." }, usage: NO_USAGE };
  }
  return done({ from: step.title, of: runInput });
});

async function saveNext(agentId: string, plan: Plan): Promise<string> {
  const snapshotId = ctx.newId("snap");
  const row = {
    id: snapshotId,
    agentId,
    version: 2,
    revision: 2,
    plan,
    planHash: planHashOf(plan),
    issues: [],
  };
  await ctx.db.insert(snapshots).values({ ...row, createdAt: ctx.now() });
  await ctx.db.update(agents).set({ snapshotId }).where(eq(agents.id, agentId));
  return snapshotId;
}

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`No refusal came, but ${String(error)}`);
  return error;
}

test("a run goes on with the agent's newest plan: what still holds is taken over, the rest is done, and both know each other", async () => {
  const plan = makePlan({ a: [], hangs: ["a"] }, { a: { usesRunInput: true } });
  const { agentId } = await world.agent(plan);
  const { runId } = await startRun(ctx, { agentId, input: { day: 1 } });
  await until(ctx, runId, (run) => stepOf(run, "hangs").status === "running");
  const snapshotId = await saveNext(agentId, makePlan({ a: [], b: ["a"] }, { a: { usesRunInput: true } }));

  const [canceled, again] = await Promise.all([reseedRun(ctx, { runId }), reseedRun(ctx, { runId })]);
  expect(canceled).toMatchObject({ status: "canceled", continuedBy: expect.any(String) });
  expect(again.continuedBy).toBe(canceled.continuedBy);

  const next = await untilOver(ctx, canceled.continuedBy ?? "");
  expect(next).toMatchObject({
    snapshotId,
    reuseFrom: runId,
    input: { day: 1 },
    trigger: { type: "manual" },
    status: "completed",
  });
  expect(standing(next)).toEqual({ a: "completed/reused", b: "completed" });
  expect(stepOf(next, "a").output).toEqual({ from: "a", of: { day: 1 } });
  expect(await world.runsOf(agentId)).toHaveLength(2);
});

test("nothing is canceled when the new run cannot be started", async () => {
  const { agentId } = await world.agent(makePlan({ hangs: [] }));
  const { runId } = await startRun(ctx, { agentId });
  await until(ctx, runId, (run) => stepOf(run, "hangs").status === "running");
  expect((await refusal(reseedRun(ctx, { runId, snapshotId: "snap_none" }))).code).toBe("not-found");
  await ctx.db.update(agents).set({ status: "archived" }).where(eq(agents.id, agentId));
  expect((await refusal(reseedRun(ctx, { runId }))).message).toContain("is archived");

  expect((await readRun(ctx, { runId })).status).toBe("running");
  expect(await world.runsOf(agentId)).toHaveLength(1);
  await cancelRun(ctx, { runId });
});

test("a run that is over is not gone on with in this way", async () => {
  const { agentId } = await world.agent(makePlan({ hangs: [] }));
  const { runId } = await startRun(ctx, { agentId });
  await cancelRun(ctx, { runId });

  expect((await refusal(reseedRun(ctx, { runId }))).message).toBe(
    `Cannot cancel run "${runId}": it is canceled. Start a run that reuses what is done instead.`,
  );
  expect((await refusal(reseedRun(ctx, { runId: "run_none" }))).code).toBe("not-found");
  expect((await readRun(ctx, { runId })).continuedBy).toBeNull();
});

test("while a call that must not be made twice is open, no other run may make it", async () => {
  for (const id of ["calls", "unknown"]) {
    const { agentId } = await world.agent(
      makePlan({ [id]: [], after: [id] }, { [id]: { kind: "tool", tool: "send" } }),
    );
    const { runId } = await startRun(ctx, { agentId });
    await until(ctx, runId, ({ seq, status }) => (id === "calls" ? seq >= 4 : status === "paused"));

    const refused = await refusal(reseedRun(ctx, { runId }));
    expect(refused.message).toContain(`Step "${id}" is in a call that must not be made twice`);
    const reuse = { agentId, reuseFrom: runId };
    for (const repeatUncertain of [undefined, true] as const)
      expect((await refusal(startRun(ctx, { ...reuse, repeatUncertain }))).message).toBe(refused.message);
    expect((await readRun(ctx, { runId })).status).toBe(id === "calls" ? "running" : "paused");
    expect(await world.runsOf(agentId)).toHaveLength(1);
    if (id === "calls") {
      const canceled = await cancelRun(ctx, { runId });
      expect(stepOf(canceled, id).error?.message).toBe(
        'The run was canceled during the call of "send", so nobody knows whether it had its effect.',
      );
    } else {
      await resolveStep(ctx, { runId, stepId: id, outcome: "happened" });
      await untilStatus(ctx, runId, "completed");
      expect((await startRun(ctx, reuse)).reused).toEqual([id, "after"]);
    }
  }
});

test("what was canceled during a call that must not be made twice is done again only when that is said", async () => {
  for (const id of ["calls", "unknown"]) {
    const { agentId } = await world.agent(makePlan({ [id]: [] }, { [id]: { kind: "tool", tool: "send" } }));
    const { runId } = await startRun(ctx, { agentId });
    await until(ctx, runId, ({ seq, status }) => (id === "calls" ? seq >= 4 : status === "paused"));
    await cancelRun(ctx, { runId });

    const refused = await refusal(startRun(ctx, { agentId, reuseFrom: runId }));
    expect(refused).toMatchObject({ code: "conflict", details: { runId, stepId: id } });
    expect(refused.message).toContain('with "repeatUncertain": true the new run starts all the same.');
    expect(await world.runsOf(agentId)).toHaveLength(1);
    const again = await startRun(ctx, { agentId, reuseFrom: runId, repeatUncertain: true });
    await cancelRun(ctx, { runId: again.runId });
  }
});

test("a step of which it was said what its call did may be done again", async () => {
  const { agentId } = await world.agent(
    makePlan({ unknown: [] }, { unknown: { kind: "tool", tool: "send" } }),
  );
  const { runId } = await startRun(ctx, { agentId });
  await untilStatus(ctx, runId, "paused");
  await resolveStep(ctx, { runId, stepId: "unknown", outcome: "fail" });
  await untilOver(ctx, runId);

  expect((await startRun(ctx, { agentId, reuseFrom: runId })).created).toBe(true);
});

test("a call that a run of another agent makes for a step is not made again either", async () => {
  const child = await world.agent(makePlan({ calls: [] }, { calls: { kind: "tool", tool: "send" } }));
  const { agentId } = await world.agent(callingPlan(child.slug));
  const { runId } = await startRun(ctx, { agentId });
  await until(ctx, runId, (run) => stepOf(run, "call").childRunId !== null);
  const [work] = await world.runsOf(child.agentId);
  await until(ctx, work?.runId ?? "", ({ seq }) => seq >= 4);

  for (const again of [reseedRun(ctx, { runId }), startRun(ctx, { agentId, reuseFrom: runId })])
    expect((await refusal(again)).message).toContain('Step "calls" is in a call that must not be made twice');
  expect((await readRun(ctx, { runId })).status).toBe("running");
  await cancelRun(ctx, { runId });
  const late = await refusal(startRun(ctx, { agentId, reuseFrom: runId }));
  expect(late.details).toEqual({ runId: work?.runId, stepId: "calls" });
});

test("the run of a step of another run cannot leave it", async () => {
  const child = await world.agent(makePlan({ hangs: [] }));
  const parentId = await world.start(callingPlan(child.slug));
  await until(ctx, parentId, (run) => stepOf(run, "call").childRunId !== null);
  const [run] = await world.runsOf(child.agentId);

  expect((await refusal(reseedRun(ctx, { runId: run?.runId ?? "" }))).message).toBe(
    `Run "${run?.runId}" does the work of a step of run "${parentId}". Go on with that one instead.`,
  );
  const canceled = await reseedRun(ctx, { runId: parentId });
  expect((await readRun(ctx, { runId: run?.runId ?? "" })).status).toBe("canceled");
  await cancelRun(ctx, { runId: canceled.continuedBy ?? "" });
});
