import { expect, test } from "vitest";
import { rowsOf } from "#db/client.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const DIFFERS = ["id", "data", "created_on", "start_after", "keep_until"];

test("a new run is queued in its own statement exactly as the queue itself would queue it", async () => {
  await using closing = new AsyncDisposableStack();
  const world = await openRunWorld();
  closing.defer(() => world.close());
  const { ctx } = world;
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));

  const { runId } = await startRun(ctx, { agentId });
  await ctx.queue.send(ctx.db, [{ runId: "run_sent", priority: "new" }]);
  const jobs = rowsOf(
    await ctx.db.execute(
      `select *, keep_until - start_after as kept, start_after - created_on as delay from pgboss.job
       where name = 'drive-run' order by created_on`,
    ),
  );

  expect(jobs.map((job) => job["data"])).toEqual([{ runId }, { runId: "run_sent" }]);
  const [started, sent] = jobs.map((job) =>
    Object.fromEntries(Object.entries(job).filter(([column]) => !DIFFERS.includes(column))),
  );
  expect(started).toEqual(sent);
});

test("a key that is taken queues nothing", async () => {
  await using closing = new AsyncDisposableStack();
  const world = await openRunWorld();
  closing.defer(() => world.close());
  const { ctx } = world;
  const { agentId } = await seedAgent(ctx, makePlan({ a: [] }));

  const starts = await Promise.all(
    Array.from({ length: 5 }, () => startRun(ctx, { agentId, idempotencyKey: "once" })),
  );
  const jobs = rowsOf(await ctx.db.execute("select data from pgboss.job where name = 'drive-run'"));

  expect(new Set(starts.map((start) => start.runId)).size).toBe(1);
  expect(starts.filter((start) => start.created)).toHaveLength(1);
  expect(jobs).toEqual([{ data: { runId: starts[0]?.runId } }]);
});
