import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { approvals, artifacts, runAttempts, runEvents, runSteps, runs, snapshots } from "#db/schema.ts";
import { runFolder } from "#server/core/run-rules/run-folder.ts";
import { pruneOldRuns } from "#server/engine/prune-old-runs.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { pruneRuns } from "#server/services/prune-runs.ts";
import { readSettings } from "#server/services/read-settings.ts";
import { startRun } from "#server/services/start-run.ts";
import { updateSettings } from "#server/services/update-settings.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, untilOver, untilStatus } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const world = await openRunWorld();
const { ctx } = world;
afterAll(world.close);
await world.startWorker(({ step }) => (step.id === "asks" ? asks({ to: "x" }) : done("é".repeat(60_000))));
const plan = makePlan({ a: [] });
const noFolder = async () => {};

beforeEach(async () => {
  await updateSettings(ctx, { keepRunsDays: 30 });
});

test("runs are kept for ever until a person says how long, and again when it is taken back", async () => {
  const runId = await ended(29);
  const oldId = await ended(4_000);
  await updateSettings(ctx, { keepRunsDays: null });

  expect((await readSettings(ctx)).keepRunsDays).toBeNull();
  expect(await pruneRuns(ctx, noFolder)).toBeNull();
  expect(await stands([runId, oldId])).toEqual([runId, oldId].toSorted());

  await updateSettings(ctx, { keepRunsDays: 30 });
  await pruneOldRuns(ctx, () => false);
  expect(await stands([runId, oldId])).toEqual([runId]);
});

test("an old run goes with all that is kept of it, its folder too; its snapshot stays", async () => {
  const runId = await world.run(makePlan({ a: [], asks: [] }));
  await untilStatus(ctx, runId, "paused");
  await cancelRun(ctx, { runId });
  const { snapshotId } = (await ctx.db.select().from(runs).where(eq(runs.id, runId)))[0]!;
  await age(runId, 31);
  const folder = runFolder(ctx.config.dataDir, runId);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/report.txt`, "x");

  await pruneOldRuns(ctx, () => false);

  expect(await stands([runId])).toEqual([]);
  for (const table of [runSteps, runAttempts, runEvents, approvals, artifacts]) {
    expect(await ctx.db.select().from(table).where(eq(table.runId, runId))).toEqual([]);
  }
  expect(existsSync(folder)).toBe(false);
  expect(await ctx.db.select().from(snapshots).where(eq(snapshots.id, snapshotId))).toHaveLength(1);
});

test("a run that is open, that an open run waits for, or that a newer one took steps from stays", async () => {
  const open = await world.run(makePlan({ asks: [] }));
  await untilStatus(ctx, open, "paused");
  await age(open, 99);
  const child = await ended(99);
  await ctx.db
    .update(runs)
    .set({ trigger: { type: "agent", runId: open, stepId: "asks" } })
    .where(eq(runs.id, child));
  const { agentId } = await seedAgent(ctx, plan);
  const { runId: source } = await startRun(ctx, { agentId });
  await untilOver(ctx, source);
  const { runId: newer } = await startRun(ctx, { agentId, reuseFrom: source });
  await untilOver(ctx, newer);
  await age(source, 99);

  await pruneOldRuns(ctx, () => false);
  expect(await stands([open, child, source, newer])).toEqual([open, child, source, newer].toSorted());

  await cancelRun(ctx, { runId: open });
  await age(newer, 99);
  await pruneOldRuns(ctx, () => false);
  expect(await stands([child, source, newer])).toEqual([]);
});

test("a folder that cannot be removed keeps its run", async () => {
  const runId = await ended(31);
  const fails = async () => {
    throw new Error("The disk does not answer.");
  };

  await expect(pruneRuns(ctx, fails)).rejects.toThrow("The disk does not answer.");
  expect(await stands([runId])).toEqual([runId]);
});

async function ended(days: number): Promise<string> {
  const runId = await world.run(plan);
  await untilOver(ctx, runId);
  await age(runId, days);
  return runId;
}

async function age(runId: string, days: number): Promise<void> {
  const endedAt = sql`clock_timestamp() - ${days}::int * interval '1 day'`;
  await ctx.db.update(runs).set({ endedAt }).where(eq(runs.id, runId));
}

async function stands(ids: string[]): Promise<string[]> {
  const rows = await ctx.db.select({ id: runs.id }).from(runs).where(inArray(runs.id, ids));
  return rows.map(({ id }) => id).toSorted();
}
