import { expect, test } from "vitest";
import { openPglite } from "#db/pglite.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilOver } from "#test/run-world.ts";

test("a worker that is told of work while it only begins to listen starts all the same", async () => {
  const database = await openPglite();
  const world = await openRunWorld({
    ...database,
    listen: async (channel, receive) => {
      const stop = await database.listen(channel, receive);
      receive("");
      return stop;
    },
  });
  await world.startWorker(() => done());
  const runId = await world.run(makePlan({ a: [] }));

  expect((await untilOver(world.ctx, runId)).status).toBe("completed");
  await world.close();
});
