import { and, eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { runSteps } from "#db/schema.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilOver } from "#test/run-world.ts";
import { assertEveryLogReplays } from "./replayed-rows.ts";

const world = await openRunWorld();
const { ctx } = world;
afterAll(world.close);

test("a row that the log does not tell of is noticed", async () => {
  await world.startWorker(() => done({ n: 1 }));
  const runId = await world.run(makePlan({ a: [] }));
  await untilOver(ctx, runId);
  await assertEveryLogReplays(ctx);

  await ctx.db
    .update(runSteps)
    .set({ output: { n: 2 } })
    .where(and(eq(runSteps.runId, runId), eq(runSteps.stepId, "a")));

  await expect(assertEveryLogReplays(ctx)).rejects.toThrow(
    `The log of run "${runId}" tells another story than its rows`,
  );
});
