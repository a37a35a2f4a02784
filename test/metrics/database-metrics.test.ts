import { afterAll, expect, test } from "vitest";
import { createMetrics } from "#server/metrics/create-metrics.ts";
import { freshFor } from "#server/metrics/fresh-for.ts";
import { type Figures, readFigures } from "#server/services/read-figures.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, until, untilStatus } from "#test/run-world.ts";
import { samplesOf } from "#test/samples.ts";

const NOTHING: Figures = {
  runs: {},
  runningSteps: 0,
  pausedSteps: {},
  approvals: {},
  oldestApprovalSeconds: 0,
  jobs: { ready: 0, delayed: 0, active: 0 },
  oldestReadyJobSeconds: 0,
};

const world = await openRunWorld();
afterAll(world.close);

function watch(figures: () => Promise<Figures>) {
  const metrics = createMetrics({ figures, prices: () => ({}) });
  return async () => samplesOf((await metrics.exposed()).body);
}

test("what stands open is counted in the database: queued runs, jobs, running and paused steps, approvals", async () => {
  const samples = () => watch(() => readFigures(world.ctx.db))();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });

  await world.run(makePlan({ a: [] }));
  const queued = await samples();
  await world.startWorker(async ({ step }) => {
    if (step.id === "ask") return asks({ to: "x" });
    await held;
    return done();
  });
  const asking = await world.run(makePlan({ ask: [] }));
  await untilStatus(world.ctx, asking, "paused");
  const waiting = makePlan({ wait: [] }, { wait: { kind: "wait", wait: { seconds: 3_600 } } });
  await untilStatus(world.ctx, await world.run(waiting), "paused");
  const working = await world.run(makePlan({ work: [] }));
  await until(world.ctx, working, (run) => run.steps[0]?.status === "running");
  const busy = await samples();
  release();

  expect(queued).toMatchObject({
    'stepwright_open_runs{status="queued"}': 1,
    'stepwright_open_runs{status="paused"}': 0,
    'stepwright_queue_jobs{state="ready"}': 1,
    'stepwright_open_approvals{status="pending"}': 0,
    stepwright_oldest_approval_age_seconds: 0,
    stepwright_running_steps: 0,
    stepwright_database_up: 1,
  });
  expect(queued["stepwright_queue_oldest_ready_age_seconds"]).toBeGreaterThan(0);
  expect(busy).toMatchObject({
    'stepwright_open_runs{status="queued"}': 0,
    'stepwright_open_runs{status="running"}': 2,
    'stepwright_open_runs{status="paused"}': 2,
    'stepwright_paused_steps{reason="approval"}': 1,
    'stepwright_paused_steps{reason="wait"}': 1,
    'stepwright_open_approvals{status="pending"}': 1,
    'stepwright_queue_jobs{state="delayed"}': 1,
    stepwright_running_steps: 2,
  });
  expect(busy["stepwright_oldest_approval_age_seconds"]).toBeGreaterThan(0);
});

test("without the database its figures are absent, and those of the process are still there", async () => {
  let isUp = true;
  const samples = watch(async () => {
    if (isUp) return { ...NOTHING, runs: { paused: 3 }, runningSteps: 2 };
    throw new Error("connect ECONNREFUSED");
  });

  isUp = false;
  const down = await samples();
  isUp = true;
  const up = await samples();

  expect(down["stepwright_database_up"]).toBe(0);
  expect(
    Object.keys(down).filter((name) => /^stepwright_(open|queue|running|paused|oldest)/.test(name)),
  ).toEqual([]);
  expect(down).toHaveProperty("stepwright_runs_started_total", 0);
  expect(up).toMatchObject({ stepwright_database_up: 1, stepwright_running_steps: 2 });
  expect(up['stepwright_open_runs{status="paused"}']).toBe(3);
});

test("many watchers at once ask the database one time", async () => {
  let reads = 0;
  const read = freshFor(async () => ++reads, { freshMs: 60_000, patienceMs: 1_000 });

  const values = await Promise.all([read(), read(), read()]);
  const later = await read();

  expect([...values, later]).toEqual([1, 1, 1, 1]);
});

test("who waits longer than the patience is refused, and the late answer serves the next", async () => {
  let answer = (_value: string) => {};
  const read = freshFor(() => new Promise<string>((resolve) => (answer = resolve)), {
    freshMs: 60_000,
    patienceMs: 5,
  });

  await expect(read()).rejects.toThrow("No answer within 0.005 seconds");
  answer("late");

  expect(await read()).toBe("late");
});

test("a reading that failed is tried again by the next who asks", async () => {
  let reads = 0;
  const read = freshFor(
    async () => {
      reads += 1;
      if (reads === 1) throw new Error("gone");
      return reads;
    },
    { freshMs: 60_000, patienceMs: 1_000 },
  );

  await expect(read()).rejects.toThrow("gone");

  expect(await read()).toBe(2);
});
