import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { runAttempt } from "#server/agent/step-runner.ts";
import { carryIdleRuns } from "#server/engine/carry-idle-runs.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { sweepRuns } from "#server/services/sweep-runs.ts";
import { attemptsOf, callingPlan, openChildWorld } from "#test/child-world.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { type Perform, standing, stepOf, until, untilOver } from "#test/run-world.ts";

const world = await openChildWorld();
afterAll(world.closeReplayed);
const { ctx } = world;
const real: Perform = (request, hooks) => runAttempt({ ...ctx, prices: async () => ({}) }, request, hooks);

test("a worker that stops between the start of a child and saying so leaves one child, which counts", async () => {
  const child = await world.agent(makePlan({ a: [] }));
  let started = () => {};
  const isStarted = new Promise<void>((resolve) => {
    started = resolve;
  });
  const first = await world.startWorker(async (request, hooks) => {
    if (request.step.kind !== "agent") return done();
    await hooks.childRun.start({ agent: child.slug, input: null });
    started();
    return new Promise(() => {});
  });
  const parentId = await world.start(callingPlan(child.slug));
  await isStarted;
  await first.stop();
  const second = await world.work(() => done("second"));
  const parent = await untilOver(ctx, parentId);
  await second.stop();

  expect(await world.runsOf(child.agentId)).toHaveLength(1);
  expect(standing(parent)).toEqual({ call: "completed" });
  expect(stepOf(parent, "call").attempts.at(-1)).toMatchObject({ attempt: 1, status: "completed" });
});

test("a child that ends before its parent is told of it wakes the parent all the same", async () => {
  const child = await world.agent(makePlan({ a: [] }));
  const worker = await world.startWorker(async (request, hooks) => {
    if (request.step.kind !== "agent") return done();
    const result = await real(request, hooks);
    if (result.type === "child_started") await untilOver(ctx, result.childRunId);
    return result;
  });
  const parent = await untilOver(ctx, await world.start(callingPlan(child.slug)));
  await worker.stop();

  expect(standing(parent)).toEqual({ call: "completed" });
  expect(attemptsOf(parent, "call")).toEqual(["1 completed"]);
});

test("a run that is canceled while its step starts a child leaves none running", async () => {
  const child = await world.agent(makePlan({ a: [] }));
  const outcomes: string[] = [];
  let parentId = "";
  const worker = await world.startWorker(async (request, hooks) => {
    if (request.step.kind !== "agent") return new Promise(() => {});
    if (request.step.id === "early") await cancelRun(ctx, { runId: parentId });
    const result = await real(request, hooks);
    outcomes.push(result.type);
    if (request.step.id === "late") await cancelRun(ctx, { runId: parentId });
    return result;
  });
  for (const id of ["early", "late"]) {
    const plan = makePlan({ [id]: [] }, { [id]: { kind: "agent", agent: child.slug } });
    parentId = await world.start(plan);
    expect((await untilOver(ctx, parentId)).status).toBe("canceled");
    await expect.poll(() => outcomes.length).toBe(id === "early" ? 1 : 2);
  }
  await worker.stop();

  expect(outcomes).toEqual(["failed", "child_started"]);
  expect((await world.runsOf(child.agentId)).map(({ status }) => status)).toEqual(["canceled"]);
});

test("nobody sweeps a step that waits for its child, and the net carries its run when the wake-up was lost", async () => {
  const child = await world.agent(makePlan({ hangs: [] }));
  const worker = await world.work(
    (_request, { signal }) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(done()))),
  );
  const parentId = await world.start(callingPlan(child.slug));
  await until(ctx, parentId, (run) => stepOf(run, "call").childRunId !== null);
  const jobs = async () =>
    ctx.database.hot(
      "select id from pgboss.job where state in ('created', 'retry', 'active') and data ->> 'runId' = $1",
      [parentId],
    );
  await expect.poll(jobs, { timeout: 10_000 }).toEqual([]);
  const before = await until(ctx, parentId, () => true);
  await sweepRuns(ctx);
  await ctx.db.execute(sql`update runs set created_at = created_at - interval '1 minute'`);
  await carryIdleRuns(ctx);
  expect((await until(ctx, parentId, () => true)).seq).toBe(before.seq);

  const [run] = await world.runsOf(child.agentId);
  const silent = { ...ctx, queue: { send: async () => {} } };
  await cancelRun(silent, { runId: run?.runId ?? "" });
  await expect.poll(jobs, { timeout: 10_000 }).toEqual([]);
  expect(standing(await until(ctx, parentId, () => true))).toEqual({ call: "running" });
  await carryIdleRuns(ctx);
  const parent = await untilOver(ctx, parentId);
  await worker.stop();

  expect(standing(parent)).toEqual({ call: "failed/not_retryable" });
});
