import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { decideApproval } from "#server/services/decide-approval.ts";
import { listApprovals } from "#server/services/list-approvals.ts";
import { asks, done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { type Perform, openRunWorld, standing, stepOf, untilOver, untilStatus } from "#test/run-world.ts";

const world = await openRunWorld();
afterAll(world.close);
const { ctx } = world;
const tried: string[] = [];
const perform: Perform = ({ runId, step, attempt, approvedInput }) => {
  tried.push(`${runId} ${step.id} ${attempt}`);
  if (step.id !== "send") return done();
  return approvedInput ? done(approvedInput.value) : asks({ to: "ada", text: "Grüße\n1.0e3" });
};

/** Everything that the run knows of happened so long ago. */
async function letPass(runId: string, hours: number): Promise<void> {
  const ago = sql.raw(`interval '${hours} hours'`);
  await ctx.db.execute(sql`update approvals set created_at = created_at - ${ago},
    expires_at = expires_at - ${ago} where run_id = ${runId}`);
  await ctx.db.execute(sql`update run_steps set started_at = started_at - ${ago} where run_id = ${runId}`);
  await ctx.db.execute(sql`update run_attempts set started_at = started_at - ${ago},
    ended_at = ended_at - ${ago} where run_id = ${runId}`);
  await ctx.db.execute(sql`update runs set created_at = created_at - ${ago}, started_at = started_at - ${ago}
    where id = ${runId}`);
}

test("RETRY-A03: an approval waits for five days and three restarts, and its attempt is still the first", async () => {
  const rule = (hours: number) => ({
    send: { kind: "tool" as const, tool: "send", approval: { expiresAfterHours: hours } },
  });
  const first = await world.startWorker(perform, { workerId: "w0" });
  const runId = await world.run(makePlan({ send: [], after: ["send"] }, rule(121)));
  const shorter = await world.run(makePlan({ send: [], after: ["send"] }, rule(119)));
  await untilStatus(ctx, runId, "paused");
  await untilStatus(ctx, shorter, "paused");
  const { items } = await listApprovals(ctx, { runId, limit: 1 });
  await first.stop();

  for (const restart of [1, 2, 3]) {
    await letPass(runId, 40);
    await letPass(shorter, 40);
    const worker = await world.startWorker(perform, { workerId: `w${restart}` });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    if (restart < 3) await worker.stop();
  }

  expect(standing(await untilOver(ctx, shorter))).toMatchObject({ send: "failed/approval_expired" });
  const waiting = await untilStatus(ctx, runId, "paused");
  expect(stepOf(waiting, "send")).toMatchObject({ status: "paused", reason: "approval" });
  expect(tried.filter((line) => line.startsWith(runId))).toEqual([`${runId} send 1`]);

  await decideApproval(ctx, { approvalId: items[0]?.approvalId ?? "", decision: "approve" });
  const run = await untilOver(ctx, runId);
  expect(run.status).toBe("completed");
  expect(stepOf(run, "send").output).toEqual({ to: "ada", text: "Grüße\n1.0e3" });
  expect(stepOf(run, "send").attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, "completed"],
  ]);
  expect(tried.filter((line) => line.startsWith(runId))).toEqual([
    `${runId} send 1`,
    `${runId} send 1`,
    `${runId} after 1`,
  ]);
});
