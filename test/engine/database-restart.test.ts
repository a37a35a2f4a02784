import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openPostgres } from "#db/postgres.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { openRunWorld, standing, untilOver } from "#test/run-world.ts";

const LEASE_MS = 1_500;

test("a database that was away for longer than a lease takes no step from a worker that lives", async () => {
  const server = await startPostgres();
  const world = await openRunWorld(await openPostgres(await server.createDatabase()));
  const called = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const worker = await world.startWorker(
    async (_, { beforeToolCall }) => {
      await beforeToolCall({ tool: "send", input: { to: "x" } });
      called.resolve();
      await answered.promise;
      return done("sent");
    },
    { leaseMs: LEASE_MS },
  );
  const runId = await world.run(makePlan({ send: [] }, { send: { kind: "tool", tool: "send" } }));
  await called.promise;

  await server.crash();
  await setTimeout(2 * LEASE_MS);
  await server.startAgain();
  await setTimeout(3 * LEASE_MS);
  answered.resolve();
  const run = await untilOver(world.ctx, runId);
  await worker.stop();
  await world.closeReplayed();
  await server.stop();

  expect(standing(run)).toEqual({ send: "completed" });
  expect(run.steps[0]?.attempts.map(({ status }) => status)).toEqual(["completed"]);
});
