import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { openPglite } from "#db/pglite.ts";
import { fetchLoop } from "#server/engine/fetch-loop.ts";
import type { WorkerState } from "#server/engine/worker-state.ts";
import { executeIn } from "#server/services/executor.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, until, untilOver } from "#test/run-world.ts";

const world = await openRunWorld(await openPglite());
afterAll(world.close);

test("race 8: a wish to fetch ends the wait for the next poll, and leaves no poll behind", async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let fetches = 0;
  const state = {
    ctx: world.ctx,
    boss: {
      fetch: async () => {
        fetches += 1;
        return [];
      },
    },
    drives: new Map(),
    tries: new Map(),
    slots: 4,
    running: 0,
    reserved: 0,
    keptForOthers: 0,
    isStopping: false,
  } as unknown as WorkerState;
  const loop = fetchLoop(state, () => {});
  for (let wish = 0; wish < 50; wish += 1) {
    loop.wake();
    await vi.advanceTimersByTimeAsync(5);
  }
  const wished = fetches;
  const waiting = vi.getTimerCount();
  await vi.advanceTimersByTimeAsync(10_000);
  const polled = fetches - wished;
  state.isStopping = true;
  await loop.stop();

  expect(wished).toBeGreaterThanOrEqual(50);
  expect(waiting).toBe(1);
  // Each fourth fetch asks for new runs alone, and is followed by one for all.
  expect(polled).toBeLessThanOrEqual(14);
});

test("race 8: steps that are written together keep each its own yes or no", async () => {
  const opened = Promise.withResolvers<void>();
  const worker = await world.startWorker(async ({ step }, { beforeToolCall }) => {
    if (step.tool === "send") await beforeToolCall({ tool: "send", input: { to: "x" } });
    await opened.promise;
    return done();
  });
  const plan = makePlan({ a: [], b: [], c: [] }, { b: { kind: "tool", tool: "send" } });
  const runId = await world.run(plan);
  await until(world.ctx, runId, (run) => run.steps.every((step) => step.status === "running"));
  const read = () =>
    executeIn(world.ctx.db)("select has_acted from run_steps where run_id = $1 order by position", [runId]);
  while (!(await read()).some((row) => row["has_acted"]))
    await new Promise((resolve) => setTimeout(resolve, 10));
  opened.resolve();
  await untilOver(world.ctx, runId);
  await worker.stop();

  expect((await read()).map((row) => row["has_acted"])).toEqual([false, true, false]);
});
