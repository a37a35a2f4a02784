import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { agents, snapshots } from "#db/schema.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const { ctx } = opened;
const server = await serveApp(ctx);
afterAll(async () => {
  await server.close();
  await opened.close();
});
const answerSchema = z.object({
  status: z.union([z.string(), z.number()]),
  continuedBy: z.string().nullable().optional(),
  detail: z.string().optional(),
});

async function queued() {
  const { agentId, snapshotId } = await seedAgent(ctx, makePlan({ a: [], b: ["a"] }));
  const { runId } = await startRun(ctx, { agentId, input: 7 });
  return { agentId, snapshotId, runId };
}

type Init = { headers?: Record<string, string>; body?: string };

async function cancel(runId: string, init: Init = {}) {
  const answer = await send(server.url, `/api/runs/${runId}/cancel`, { method: "POST", ...init });
  return { code: answer.status, ...answerSchema.parse(JSON.parse(answer.body)) };
}

const json = (value: unknown): Init => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(value),
});

test("a plain cancel takes no body, an empty one, or an empty object, also of a run that never began", async () => {
  for (const init of [
    {},
    json({}),
    { headers: { "Content-Type": "application/json" } },
    { headers: { "Content-Type": "application/json" }, body: "" },
  ]) {
    const { runId } = await queued();
    expect(await cancel(runId, init)).toMatchObject({ code: 200, status: "canceled", continuedBy: null });
    expect((await cancel(runId, init)).code).toBe(409);
  }
});

test("reseeding names the new run, the same one for the same request", async () => {
  const { agentId, snapshotId, runId } = await queued();
  const next = {
    id: "snap_2",
    agentId,
    version: 2,
    revision: 2,
    planHash: "2",
    issues: [],
    createdAt: ctx.now(),
  };
  await ctx.db.insert(snapshots).values({ ...next, plan: makePlan({ c: [] }) });
  await ctx.db.update(agents).set({ snapshotId: "snap_2" }).where(eq(agents.id, agentId));

  const first = await cancel(runId, json({ reseed: true, snapshotId }));
  expect(first).toMatchObject({ code: 200, status: "canceled", continuedBy: expect.stringMatching(/^run_/) });
  expect(await cancel(runId, json({ reseed: true }))).toEqual(first);
  expect(await cancel(runId, json({ reseed: true, snapshotId: "snap_2" }))).toMatchObject({ code: 409 });
  expect((await cancel(runId)).code).toBe(409);
});

test("a body that means nothing is refused and cancels nothing", async () => {
  const { runId } = await queued();
  for (const body of [{ reseed: false }, { snapshotId: "snap_1" }, { again: true }, [], 1]) {
    expect([body, (await cancel(runId, json(body))).code]).toEqual([body, 422]);
  }
  expect((await cancel("run_none")).code).toBe(404);
  expect((await cancel(runId)).code).toBe(200);
});
