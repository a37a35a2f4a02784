import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { agents, snapshots } from "#db/schema.ts";
import { startRun } from "#server/services/start-run.ts";
import { callingPlan, openChildWorld } from "#test/child-world.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { standing, stepOf, untilOver } from "#test/run-world.ts";

const world = await openChildWorld();
afterAll(world.close);
const { ctx } = world;
const seen: string[] = [];
await world.work(async ({ runId, step }, { folder }) => {
  if (step.id === "write") {
    await writeFile(path.join(folder, "report.csv"), runId);
    return done({ path: "report.csv", bytes: runId.length });
  }
  if (step.id === "outside") return done({ path: "../../outside.txt", bytes: 1 });
  if (step.id !== "read") return done(step.id);
  const text = await readFile(path.join(folder, "report.csv"), "utf8").catch(() => "missing");
  seen.push(text);
  return seen.length < 2 ? fails("Not yet.", "not_retryable") : done(text);
});

test("a file that a reused step wrote is there for the steps that are done again", async () => {
  const plan = makePlan(
    { write: [], outside: [], read: ["write", "outside"] },
    { write: { kind: "tool", tool: "write_file" }, outside: { kind: "tool", tool: "write_file" } },
  );
  const { agentId } = await world.agent(plan);
  const first = await startRun(ctx, { agentId });
  await untilOver(ctx, first.runId);
  const next = await startRun(ctx, { agentId, reuseFrom: first.runId, idempotencyKey: "again" });
  const run = await untilOver(ctx, next.runId);

  expect(next.reused).toEqual(["write", "outside"]);
  expect(standing(run)).toEqual({
    write: "completed/reused",
    outside: "completed/reused",
    read: "completed",
  });
  expect(stepOf(run, "read").output).toBe(first.runId);
  const same = await startRun(ctx, { agentId, reuseFrom: first.runId, idempotencyKey: "again" });
  expect(same).toEqual({ ...next, created: false });
});

test("the work of another agent is done again once that agent has a newer plan", async () => {
  const child = await world.agent(makePlan({ a: [] }));
  const { agentId } = await world.agent(callingPlan(child.slug));
  const { runId } = await startRun(ctx, { agentId });
  const first = await untilOver(ctx, runId);
  const again = await startRun(ctx, { agentId, reuseFrom: runId });
  expect(again.reused).toEqual(["call"]);
  const reused = await untilOver(ctx, again.runId);
  expect(stepOf(reused, "call").childRunId).toBe(stepOf(first, "call").childRunId);

  const snapshotId = ctx.newId("snap");
  const row = { id: snapshotId, agentId: child.agentId, version: 2, revision: 2, planHash: "2", issues: [] };
  await ctx.db.insert(snapshots).values({ ...row, plan: makePlan({ b: [] }), createdAt: ctx.now() });
  await ctx.db.update(agents).set({ snapshotId }).where(eq(agents.id, child.agentId));
  for (const from of [runId, again.runId]) {
    expect((await startRun(ctx, { agentId, reuseFrom: from })).reused).toEqual([]);
  }
});
