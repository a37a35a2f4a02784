import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { cancelRun } from "#server/services/cancel-run.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, until, untilOver } from "#test/run-world.ts";
import { samplesOf } from "#test/samples.ts";

const world = await openRunWorld();
afterAll(world.close);

test("what a worker does shows in its figures: runs, steps, attempts, commits, jobs, slots", async () => {
  const samples = async () => samplesOf((await world.ctx.metrics.exposed()).body);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await world.startWorker(
    async ({ step, attempt }) => {
      if (step.id === "hold") await held;
      return step.id === "flaky" && attempt === 1 ? fails("not yet") : done();
    },
    { slots: 4 },
  );

  await untilOver(world.ctx, await world.run(makePlan({ a: [], flaky: ["a"] })));
  const canceled = await world.run(makePlan({ hold: [], after: ["hold"] }));
  await until(world.ctx, canceled, (run) => run.steps[0]?.status === "running");
  let busy = await samples();
  while (busy['stepwright_worker_slots{state="used"}'] !== 1) {
    await setTimeout(20);
    busy = await samples();
  }
  await cancelRun(world.ctx, { runId: canceled, by: "sam" });
  release();
  let idle = await samples();
  // The late result is refused in a commit of its own.
  while (
    idle["stepwright_results_refused_total"] === 0 ||
    idle['stepwright_worker_slots{state="used"}'] !== 0
  ) {
    await setTimeout(20);
    idle = await samples();
  }

  expect(busy).toMatchObject({
    stepwright_runs_started_total: 2,
    'stepwright_runs_ended_total{status="completed"}': 1,
    'stepwright_run_duration_seconds_count{status="completed"}': 1,
    'stepwright_steps_ended_total{status="completed",reason="none"}': 2,
    'stepwright_attempts_ended_total{outcome="completed",retry="none"}': 2,
    'stepwright_attempts_ended_total{outcome="failed",retry="now"}': 1,
    'stepwright_attempt_duration_seconds_count{outcome="completed"}': 2,
    'stepwright_worker_slots{state="used"}': 1,
    'stepwright_worker_slots{state="free"}': 3,
  });
  expect(busy["stepwright_jobs_fetched_total"]).toBeGreaterThanOrEqual(2);
  expect(busy["stepwright_commit_duration_seconds_count"]).toBeGreaterThanOrEqual(4);
  expect(idle).toMatchObject({
    stepwright_runs_started_total: 2,
    'stepwright_runs_ended_total{status="canceled"}': 1,
    'stepwright_steps_ended_total{status="skipped",reason="canceled"}': 2,
    stepwright_results_refused_total: 1,
    'stepwright_worker_slots{state="used"}': 0,
  });
});
