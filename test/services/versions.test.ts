import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { agents, runs, snapshots } from "#db/schema.ts";
import type { Plan } from "#server/core/plan.ts";
import { planHashOf } from "#server/services/plan-hash.ts";
import { startRun } from "#server/services/start-run.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilOver } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const world = await openRunWorld();
const { ctx } = world;
afterAll(world.closeReplayed);
await world.startWorker(({ step, plan }) => done({ saw: plan.title, made: step.title }));

test("each of 50 runs walks the version that it began with, while others are saved and run", async () => {
  const versions = ["v1", "v2", "v3"].map((title) => ({
    ...makePlan(
      { a: [], b: ["a"], c: ["b"] },
      Object.fromEntries(["a", "b", "c"].map((id) => [id, { title: `${title} ${id}` }])),
    ),
    title,
  }));
  const [first, ...later] = versions;
  const { agentId } = await seedAgent(ctx, first!);
  const started: { runId: string; title: string }[] = [];
  for (let index = 0; index < 50; index += 1) {
    const next = index % 17 === 16 ? later.shift() : undefined;
    if (next) await save(agentId, next);
    const title = versions[versions.length - later.length - 1]!.title;
    started.push({ runId: (await startRun(ctx, { agentId })).runId, title });
  }

  for (const { runId, title } of started) {
    const run = await untilOver(ctx, runId);
    expect(run.steps.map((step) => step.output)).toEqual(
      ["a", "b", "c"].map((id) => ({ saw: title, made: `${title} ${id}` })),
    );
  }
  for (const row of await ctx.db.select().from(snapshots).where(eq(snapshots.agentId, agentId))) {
    expect(row.plan).toEqual(versions[row.version - 1]);
    expect(planHashOf(row.plan)).toBe(row.planHash);
  }
});

test("a snapshot whose plan is not the one that was saved is not run, and says what to do", async () => {
  const { agentId, snapshotId } = await seedAgent(ctx, makePlan({ a: [] }));
  await ctx.db.execute(
    sql`update snapshots set plan = jsonb_set(plan, '{steps,0,instructions}', '"Do something else."') where id = ${snapshotId}`,
  );

  await expect(startRun(ctx, { agentId })).rejects.toThrow(
    `Snapshot "${snapshotId}" cannot be run: its plan is not the one that was saved, as its hash does not match. Save the plan again and run that.`,
  );
  expect(await ctx.db.select().from(runs).where(eq(runs.agentId, agentId))).toEqual([]);
});

async function save(agentId: string, plan: Plan): Promise<void> {
  const [row] = await ctx.db
    .select({ version: sql<number>`max(version)::int` })
    .from(snapshots)
    .where(eq(snapshots.agentId, agentId));
  const version = (row?.version ?? 0) + 1;
  const id = ctx.newId("snap");
  const planHash = planHashOf(plan);
  const fields = {
    id,
    agentId,
    version,
    revision: version,
    plan,
    planHash,
    issues: [],
    createdAt: ctx.now(),
  };
  await ctx.db.insert(snapshots).values(fields);
  await ctx.db.update(agents).set({ snapshotId: id }).where(eq(agents.id, agentId));
}
