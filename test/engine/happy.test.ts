import { afterAll, expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import { done, openRunWorld, standing, stepOf, untilOver } from "#test/run-world.ts";

const world = await openRunWorld();
afterAll(world.close);

test("a run walks its plan, and later steps read what earlier ones made", async () => {
  await world.startWorker(({ step, results }) => done({ from: step.id, saw: Object.keys(results).sort() }));

  const runId = await world.run(makePlan({ a: [], b: ["a"], c: ["a"], d: ["b", "c"] }));
  const run = await untilOver(world.ctx, runId);

  expect(run.status).toBe("completed");
  expect(standing(run)).toEqual({ a: "completed", b: "completed", c: "completed", d: "completed" });
  expect(stepOf(run, "d").output).toEqual({ from: "d", saw: ["a", "b", "c"] });
  expect(run.report).toMatchObject({ completed: true, failed_step: null });
});
