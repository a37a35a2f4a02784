import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { Row } from "#db/client.ts";
import { openPglite } from "#db/pglite.ts";
import { retryWaitMs } from "#server/core/run-rules/backoff.ts";
import { DRIVE_RUN } from "#server/engine/boss.ts";
import { carryIdleRuns } from "#server/engine/carry-idle-runs.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, standing, stepOf, until, untilOver } from "#test/run-world.ts";

type Answer = () => Promise<Row[]>;

// Stands between the worker and its hot statements, so that a test can lose, delay or refuse an answer.
let between: (text: string, parameters: unknown[], answer: Answer) => Promise<Row[]> = (
  _text,
  _parameters,
  answer,
) => answer();
const database = await openPglite();
const world = await openRunWorld({
  ...database,
  hot: (text, parameters) => between(text, parameters, () => database.hot(text, parameters)),
});
afterAll(world.closeReplayed);
const { ctx } = world;
const passThrough = between;

function isCommit(text: string, parameters: unknown[], runId: string): boolean {
  return text.includes("insert into run_events") && parameters.some((value) => String(value).includes(runId));
}

test("race 1: a retry that falls due while outcomes are being written is not forgotten", async () => {
  const worker = await world.startWorker(
    async ({ step, attempt }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      return step.id === "b" && attempt === 1 ? fails("503", "temporary") : done();
    },
    { slots: 6 },
  );
  const plan = makePlan({ a: [], b: [], c: ["a"], d: ["c"], e: ["b", "d"] });
  const runs = await Promise.all(Array.from({ length: 25 }, () => world.run(plan)));
  for (const runId of runs) expect((await untilOver(ctx, runId)).status).toBe("completed");
  await worker.stop();
});

test("race 2: a step falls due at a whole millisecond, which its job can carry", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double(),
      (attempt, jitter, after) => {
        expect(Number.isInteger(retryWaitMs(attempt, jitter, after))).toBe(true);
      },
    ),
  );
});

test("race 3: a worker that dies between taking a run and claiming a step loses nothing", async () => {
  const runId = await world.run(makePlan({ a: [] }));
  const taken = await world.boss.fetch<{ runId: string }>(DRIVE_RUN, { batchSize: 10 });
  expect(taken.map((job) => job.data.runId)).toContain(runId);

  const worker = await world.startWorker(() => done(), { leaseMs: 1_000 });
  expect((await untilOver(ctx, runId)).status).toBe("completed");
  await worker.stop();
});

test("race 4: a claim that comes back close to the end of its lease is not used", async () => {
  let calls = 0;
  const runId = await world.run(makePlan({ a: [] }));
  let isDelayed = false;
  between = async (text, parameters, answer) => {
    const rows = await answer();
    if (!isDelayed && isCommit(text, parameters, runId)) {
      isDelayed = true;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    return rows;
  };
  const worker = await world.startWorker(
    () => {
      calls += 1;
      return done();
    },
    { leaseMs: 1_100 },
  );
  const run = await untilOver(ctx, runId);
  between = passThrough;
  await worker.stop();

  expect(calls).toBe(1);
  expect(stepOf(run, "a").attempts.map((attempt) => [attempt.attempt, attempt.status])).toEqual([
    [1, "interrupted"],
    [1, "completed"],
  ]);
});

test("race 5: an answer that is lost after the commit costs a refused result and nothing else", async () => {
  const runId = await world.run(makePlan({ a: [], b: ["a"] }));
  let commits = 0;
  between = async (text, parameters, answer) => {
    const rows = await answer();
    // The first commit claims a, the second settles it and claims b.
    if (isCommit(text, parameters, runId)) commits += 1;
    if (commits === 2) {
      commits += 1;
      throw new Error("Connection lost.");
    }
    return rows;
  };
  const calls: string[] = [];
  const worker = await world.startWorker(
    ({ step }) => {
      calls.push(step.id);
      return done(calls.length);
    },
    { leaseMs: 1_000 },
  );
  const run = await untilOver(ctx, runId);
  between = passThrough;
  await worker.stop();

  expect(run.status).toBe("completed");
  expect(calls).toEqual(["a", "b"]);
  const events = await listRunEvents(ctx, { runId, after: 0, limit: 100 });
  expect(events.filter((event) => event.type === "result-refused")).toHaveLength(1);
  expect(events.filter((event) => event.type === "step-completed").map((event) => event.stepId)).toEqual([
    "a",
    "b",
  ]);
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
});

test("race 6: a value that the database refuses fails its own attempt, and not the runs beside it", async () => {
  between = async (_text, parameters, answer) => {
    if (!parameters.some((value) => String(value).includes("POISON"))) return answer();
    throw Object.assign(new Error("unsupported Unicode escape sequence"), { code: "22P05" });
  };
  const worker = await world.startWorker(({ step }) => done(step.id === "bad" ? "POISON" : step.id));
  const plan = makePlan({ bad: [], after: ["bad"], free: [] }, { bad: { maxAttempts: 2 } });
  const poisoned = await world.run(plan);
  const others = await Promise.all([1, 2, 3].map(() => world.run(makePlan({ a: [], b: ["a"] }))));
  const run = await untilOver(ctx, poisoned);
  for (const runId of others) expect((await untilOver(ctx, runId)).status).toBe("completed");
  between = passThrough;
  await worker.stop();

  expect(standing(run)).toEqual({
    bad: "failed/attempts_exhausted",
    after: "skipped/upstream_failed",
    free: "completed",
  });
  expect(stepOf(run, "bad").error?.message).toContain("The result cannot be stored");
});

test("race 7: a worker that stops gives its unfinished runs back to the queue", async () => {
  const worker = await world.startWorker(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return done();
    },
    { slots: 1 },
  );
  const chain = makePlan(
    Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`s${index}`, index ? [`s${index - 1}`] : []]),
    ),
  );
  const runs = [await world.run(chain), await world.run(chain), await world.run(chain)];
  await until(ctx, runs[0] ?? "", (run) => run.status === "running");
  await worker.stop();
  const jobs = await world.boss.findJobs<{ runId: string }>(DRIVE_RUN, { queued: true });
  expect(jobs.map((job) => job.data.runId)).toEqual(expect.arrayContaining(runs));

  const next = await world.startWorker(() => done());
  for (const runId of runs) expect((await untilOver(ctx, runId)).status).toBe("completed");
  await next.stop();
});

test("a run that nothing carries any more is found and carried on", async () => {
  const runId = await world.run(makePlan({ a: [] }));
  await ctx.db.execute(`delete from pgboss.job where data ->> 'runId' = '${runId}'`);
  await ctx.db.execute(`update runs set created_at = created_at - interval '1 minute' where id = '${runId}'`);
  const worker = await world.startWorker(() => done());
  await carryIdleRuns(ctx);

  expect((await untilOver(ctx, runId)).status).toBe("completed");
  await worker.stop();
});

test("two workers that decide on one run at once never start a step twice", async () => {
  const calls: string[] = [];
  const perform = async ({ step }: { step: { id: string } }) => {
    calls.push(step.id);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
    return done();
  };
  const leaves = Array.from({ length: 50 }, (_, index) => `f${index}`);
  const plan = makePlan({
    root: [],
    ...Object.fromEntries(leaves.map((id) => [id, ["root"]])),
    join: leaves,
  });
  const runId = await world.run(plan);
  await ctx.queue.send(ctx.db, [{ runId }, { runId }]);
  const workers = [
    await world.startWorker(perform, { slots: 3 }),
    await world.startWorker(perform, { slots: 3 }),
  ];
  const run = await untilOver(ctx, runId);
  for (const worker of workers) await worker.stop();

  expect(run.status).toBe("completed");
  expect(calls).toHaveLength(52);
  expect(new Set(calls).size).toBe(52);
});
