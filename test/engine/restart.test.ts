import { afterAll, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { agents, snapshots } from "#db/schema.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, standing, stepOf, until, untilOver, untilStatus } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { planHashOf } from "#server/services/plan-hash.ts";
import { startRun } from "#server/services/start-run.ts";

const world = await openRunWorld();
afterAll(world.closeReplayed);
const { ctx } = world;

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

test("a stopping worker lets its step finish, and another worker finishes the run", async () => {
  const [started, finish] = [gate(), gate()];
  const first = await world.startWorker(
    async ({ step }) => {
      started.open();
      await finish.opened;
      return done(`first ${step.id}`);
    },
    { workerId: "first" },
  );
  const runId = await world.run(makePlan({ a: [], b: ["a"], c: ["b"] }));
  await started.opened;
  const stopped = first.stop();
  finish.open();
  await stopped;

  const between = await until(ctx, runId, (run) => stepOf(run, "a").status === "completed");
  expect(standing(between)).toMatchObject({ b: "pending" });
  const second = await world.startWorker(({ step }) => done(`second ${step.id}`), { workerId: "second" });
  const run = await untilOver(ctx, runId);
  await second.stop();

  expect(run.steps.map((step) => step.output)).toEqual(["first a", "second b", "second c"]);
});

test("a step that does not finish in time is handed back, and counts as no attempt", async () => {
  const started = gate();
  let isTold = false;
  const first = await world.startWorker(
    ({ step: { tool } }, { signal, beforeToolCall }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isTold = true;
          resolve(done("too late"));
        });
        void (async () => {
          if (tool === "send") await beforeToolCall({ tool, input: { to: "x" } });
          started.open();
        })();
      }),
    { workerId: "first" },
  );
  const runId = await world.run(makePlan({ a: [], b: [] }, { b: { kind: "tool", tool: "send" } }));
  await started.opened;
  await until(ctx, runId, (run) => run.steps.every((step) => step.status === "running"));
  await first.stop();

  expect(isTold).toBe(true);
  const second = await world.startWorker(({ attempt }) => done(attempt), { workerId: "second" });
  const run = await untilStatus(ctx, runId, "paused");
  await second.stop();
  expect(standing(run)).toEqual({ a: "completed", b: "paused/outcome_unknown" });
  expect(stepOf(run, "a")).toMatchObject({ output: 1 });
  await cancelRun(ctx, { runId });
});

test("the wait behind a temporary fault is stored: no worker holds it, and another one keeps it", async () => {
  const [started, finish] = [gate(), gate()];
  const first = await world.startWorker(
    async () => {
      started.open();
      await finish.opened;
      return fails("503", "temporary", 2_000);
    },
    { workerId: "first" },
  );
  const runId = await world.run(makePlan({ a: [] }));
  await started.opened;
  // A worker that stops takes nothing more.
  const stopped = first.stop();
  finish.open();
  await stopped;
  const waiting = await until(ctx, runId, (run) => stepOf(run, "a").dueAt !== null);
  const second = await world.startWorker(({ attempt }) => done(attempt), { workerId: "second" });
  const [failed, next] = stepOf(await untilOver(ctx, runId), "a").attempts;
  await second.stop();

  const dueAt = Date.parse(stepOf(waiting, "a").dueAt ?? "");
  expect(stepOf(waiting, "a")).toMatchObject({ status: "pending", error: { message: "503" } });
  expect(dueAt - Date.parse(failed?.endedAt ?? "")).toBeGreaterThanOrEqual(2_000);
  expect([failed, next]).toMatchObject([
    { attempt: 1, status: "failed", worker: "first" },
    { attempt: 2, status: "completed", worker: "second", output: 2 },
  ]);
  expect(Date.parse(next?.startedAt ?? "")).toBeGreaterThanOrEqual(dueAt);
});

test("a step that takes too long is a temporary failure, or an unknown outcome when it may have acted", async () => {
  const worker = await world.startWorker(async ({ step, attempt }, { signal, beforeToolCall }) => {
    if (attempt > 1) return done(attempt);
    if (step.tool === "send") await beforeToolCall({ tool: "send", input: { to: "x" } });
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    throw new Error("Stopped.");
  });
  const runId = await world.run(
    makePlan(
      { a: [], b: [] },
      { a: { timeoutSeconds: 1 }, b: { kind: "tool", tool: "send", timeoutSeconds: 1 } },
    ),
  );
  const run = await until(
    ctx,
    runId,
    (found) => stepOf(found, "a").status === "completed" && found.status === "paused",
  );
  await worker.stop();

  expect(stepOf(run, "a").attempts[0]).toMatchObject({
    error: { message: "The step did not finish within 1 second." },
    correction: { whatToChange: "Nothing is known to change; the try is made again." },
  });
  expect(standing(run)).toEqual({ a: "completed", b: "paused/outcome_unknown" });
});

test("a plan that is edited and saved during a run changes later runs, and not this one", async () => {
  const [started, finish] = [gate(), gate()];
  const worker = await world.startWorker(async ({ step }) => {
    started.open();
    await finish.opened;
    return done(step.title);
  });
  const { agentId } = await seedAgent(ctx, makePlan({ a: [], b: ["a"] }));
  const { runId } = await startRun(ctx, { agentId });
  await started.opened;
  const changed = makePlan({ a: [], b: ["a"], c: ["b"] }, { b: { title: "Another title" } });
  await ctx.db.insert(snapshots).values({
    id: "snap_next",
    agentId,
    version: 2,
    revision: 2,
    plan: changed,
    planHash: planHashOf(changed),
    issues: [],
    createdAt: ctx.now(),
  });
  await ctx.db.update(agents).set({ snapshotId: "snap_next" }).where(eq(agents.id, agentId));
  finish.open();
  const run = await untilOver(ctx, runId);
  const next = await startRun(ctx, { agentId });
  const later = await untilOver(ctx, next.runId);
  await worker.stop();

  expect(run.steps.map((step) => step.output)).toEqual(["a", "b"]);
  expect(later.steps.map((step) => step.output)).toEqual(["a", "Another title", "c"]);
});

test("a try whose run was canceled is told to stop, and its run stays canceled", async () => {
  const started = gate();
  const told = gate();
  const worker = await world.startWorker(
    async (_request, { signal }) => {
      started.open();
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      told.open();
      return done("late");
    },
    { leaseMs: 1_200 },
  );
  const runId = await world.run(makePlan({ a: [] }));
  await started.opened;
  await cancelRun(ctx, { runId });
  await told.opened;
  await worker.stop();

  expect(standing(await untilOver(ctx, runId))).toEqual({ a: "skipped/canceled" });
});
