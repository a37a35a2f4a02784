import { afterAll, expect, test } from "vitest";
import { cancelRun } from "#server/services/cancel-run.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, standing, untilOver } from "#test/run-world.ts";

const world = await openRunWorld();
afterAll(world.closeReplayed);
const { ctx } = world;
const started: string[] = [];
const stopped: string[] = [];

test("canceling stops the tries of that run at once, and no other's", async () => {
  // The lease is far longer than the test may take, so it is not what tells the worker.
  await world.startWorker(
    (request, { signal }) =>
      new Promise((resolve) => {
        started.push(request.runId);
        signal.addEventListener("abort", () => {
          stopped.push(request.runId);
          resolve(done());
        });
      }),
    { leaseMs: 600_000 },
  );
  const canceled = await world.run(makePlan({ a: [], b: ["a"] }));
  const other = await world.run(makePlan({ a: [] }));
  await expect.poll(() => started.length, { timeout: 20_000 }).toBe(2);

  await cancelRun(ctx, { runId: canceled });
  await expect.poll(() => stopped, { timeout: 20_000 }).toEqual([canceled]);

  const run = await untilOver(ctx, canceled);
  expect(standing(run)).toEqual({ a: "skipped/canceled", b: "skipped/canceled" });
  const types = async () =>
    (await listRunEvents(ctx, { runId: canceled, after: 0, limit: 100 })).map((event) => event.type);
  await expect.poll(types, { timeout: 20_000 }).toContain("result-refused");
  await cancelRun(ctx, { runId: other });
  await expect.poll(() => stopped, { timeout: 20_000 }).toEqual([canceled, other]);
});
