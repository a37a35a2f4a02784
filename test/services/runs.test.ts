import { afterAll, expect, test } from "vitest";
import { AppError } from "#server/errors.ts";
import { agents } from "#db/schema.ts";
import { cancelRun } from "#server/services/cancel-run.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { listRuns } from "#server/services/list-runs.ts";
import { readRun } from "#server/services/read-run.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { startRun } from "#server/services/start-run.ts";
import { subscribeToRun } from "#server/services/watch-run.ts";
import type { Json } from "#server/core/json.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld, standing, stepOf, until, untilOver, untilStatus } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const world = await openRunWorld();
afterAll(world.closeReplayed);
const { ctx } = world;
const calls: string[] = [];
await world.startWorker(async ({ runId, step, attempt }, { signal }) => {
  calls.push(`${runId} ${step.id}`);
  if (
    step.id === "unknown" &&
    attempt === 1 &&
    calls.filter((call) => call === `${runId} unknown`).length === 1
  ) {
    return { type: "outcome_unknown", input: { to: "x" }, error: { message: "Cut off." }, usage: NO_USAGE };
  }
  if (step.id === "broken") return fails("Broken.", "not_retryable");
  if (step.id === "leaks") {
    const input = { url: "https://x.example/", headers: { authorization: "Bearer t0psecret" } };
    return { ...fails("https://x.example/?api_key=t0psecret answered 500.", "not_retryable"), input };
  }
  if (step.id === "hangs") await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return done(step.id);
});
const plan = makePlan({ a: [], b: ["a"] });

async function refusal(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw new Error(`No refusal came, but ${String(error)}`);
  return error;
}

test("the same key with the same body is the same run, also when both come at once", async () => {
  const { agentId } = await seedAgent(ctx, plan);
  const body = { agentId, input: { b: 1, a: 2 }, idempotencyKey: "k1" };
  const both = await Promise.all([startRun(ctx, body), startRun(ctx, { ...body, input: { a: 2, b: 1 } })]);

  expect(both[0].runId).toBe(both[1].runId);
  expect(both.filter((answer) => answer.created)).toHaveLength(1);
  const other = await refusal(startRun(ctx, { ...body, input: 3 }));
  expect(other.code).toBe("conflict");
  expect(other.details).toEqual({ runId: both[0].runId });
});

test("a run of nothing, of nobody or of somebody else's snapshot is refused", async () => {
  const mine = await seedAgent(ctx, plan);
  const others = await seedAgent(ctx, plan);
  const bare = ctx.newId("agt");
  await ctx.db
    .insert(agents)
    .values({ id: bare, slug: "bare", name: "Bare", createdAt: ctx.now(), updatedAt: ctx.now() });

  expect((await refusal(startRun(ctx, { agentId: "bare" }))).message).toBe(
    'Save the plan first: agent "Bare" has no snapshot that a run could walk.',
  );
  expect((await refusal(startRun(ctx, { agentId: "nobody" }))).code).toBe("not-found");
  const { agentId } = mine;
  expect((await refusal(startRun(ctx, { agentId, snapshotId: others.snapshotId }))).code).toBe("not-found");
  expect((await refusal(startRun(ctx, { agentId, reuseFrom: "run_none" }))).code).toBe("not-found");
  expect((await refusal(startRun(ctx, { agentId, input: "a\u0000" }))).code).toBe("invalid");
});

test("runs are listed newest first, page by page, by agent and by status", async () => {
  const { agentId } = await seedAgent(ctx, plan);
  const ids = [];
  for (let index = 0; index < 3; index += 1) ids.push((await startRun(ctx, { agentId })).runId);
  for (const runId of ids) await untilOver(ctx, runId);

  const first = await listRuns(ctx, { agentId, limit: 2 });
  const second = await listRuns(ctx, { agentId, limit: 2, cursor: first.nextCursor ?? "" });
  expect([...first.items, ...second.items].map((run) => run.runId)).toEqual(ids.toReversed());
  expect(second.nextCursor).toBeNull();
  expect(first.items[0]).toMatchObject({
    status: "completed",
    stepCounts: { completed: 2 },
    snapshotVersion: 1,
  });
  expect((await listRuns(ctx, { agentId, status: "failed", limit: 5 })).items).toEqual([]);
});

test("canceling tells what runs to stop, skips the rest, and can be done once", async () => {
  const runId = await world.run(makePlan({ hangs: [], after: ["hangs"] }));
  await until(ctx, runId, (run) => stepOf(run, "hangs").status === "running");
  const canceled = await cancelRun(ctx, { runId });

  expect(canceled.status).toBe("canceled");
  expect(standing(canceled)).toEqual({ hangs: "skipped/canceled", after: "skipped/canceled" });
  expect(canceled.report?.summary).toBe("The run was canceled: of 2 steps 2 skipped.");
  expect((await refusal(cancelRun(ctx, { runId }))).message).toContain("it is canceled");
  expect((await refusal(cancelRun(ctx, { runId: "run_none" }))).code).toBe("not-found");
});

test("neither the log nor what is told of a step and its tries has a secret that an error quotes", async () => {
  const runId = await world.run(makePlan({ leaks: [] }));
  const run = await untilOver(ctx, runId);
  const events = await listRunEvents(ctx, { runId, after: 0, limit: 100 });
  const message = "https://x.example/?api_key=(hidden) answered 500.";
  const [attempt] = stepOf(run, "leaks").attempts;

  expect(stepOf(run, "leaks").error).toEqual({ message });
  expect(attempt).toMatchObject({
    error: { message },
    input: { headers: { authorization: "Bearer (hidden)" } },
    correction: { problem: message, input: { headers: { authorization: "Bearer (hidden)" } } },
  });
  expect(run.report?.summary).toContain(message);
  expect(JSON.stringify([run, events])).not.toContain("t0psecret");
});

test("a person settles a call that nobody saw the end of", async () => {
  const happened = await world.run(makePlan({ unknown: [], b: ["unknown"] }));
  await untilStatus(ctx, happened, "paused");
  const early = await refusal(resolveStep(ctx, { runId: happened, stepId: "b", outcome: "happened" }));
  expect(early.message).toContain("it is pending");
  await resolveStep(ctx, { runId: happened, stepId: "unknown", outcome: "happened", output: { id: 1 } });
  expect(stepOf(await untilOver(ctx, happened), "unknown").output).toEqual({ id: 1 });

  const again = await world.run(makePlan({ unknown: [], b: ["unknown"] }));
  await untilStatus(ctx, again, "paused");
  await resolveStep(ctx, { runId: again, stepId: "unknown", outcome: "did_not_happen", note: "I looked." });
  const run = await untilOver(ctx, again);
  expect(run.status).toBe("completed");
  expect(stepOf(run, "unknown").attempts.map((attempt) => attempt.attempt)).toEqual([1, 1]);
  expect((await refusal(resolveStep(ctx, { runId: again, stepId: "unknown", outcome: "fail" }))).code).toBe(
    "conflict",
  );
});

test("a run that reuses an earlier one does again only what failed, what changed and what follows", async () => {
  const first = makePlan({ a: [], b: ["a"], broken: ["b"], last: ["broken"] });
  const { agentId } = await seedAgent(ctx, first);
  const { runId } = await startRun(ctx, { agentId });
  await untilOver(ctx, runId);
  const next = await startRun(ctx, { agentId, reuseFrom: runId });
  const run = await untilOver(ctx, next.runId);

  expect(standing(run)).toEqual({
    a: "completed/reused",
    b: "completed/reused",
    broken: "failed/not_retryable",
    last: "skipped/upstream_failed",
  });
  expect(stepOf(run, "b").output).toBe("b");
  expect(calls.filter((call) => call.startsWith(next.runId))).toEqual([`${next.runId} broken`]);
});

test("an output that the step could not have, or that others could not read, settles no call", async () => {
  const schema = { type: "object", properties: { id: { type: "number" } }, required: ["id"] };
  const strict = await world.run(makePlan({ unknown: [] }, { unknown: { outputSchema: schema } }));
  const read = await world.run(
    makePlan({ unknown: [], b: ["unknown"] }, { b: { input: { text: "Order ${unknown.output.order.id}" } } }),
  );
  const whole = await world.run(
    makePlan({ unknown: [], b: ["unknown"] }, { b: { input: { order: "$unknown.output" } } }),
  );
  for (const runId of [strict, read, whole]) await untilStatus(ctx, runId, "paused");
  const says = async (runId: string, output?: Json) => {
    const answer = { runId, stepId: "unknown", outcome: "happened", output } as const;
    const { code, message, issues } = await refusal(resolveStep(ctx, answer));
    return [code, message, issues?.map(({ path }) => path)];
  };

  expect(await says(strict, { id: "x" })).toEqual([
    "invalid",
    'Step "unknown" cannot have this output: output/id must be number.',
    ["output/id"],
  ]);
  expect(await says(strict)).toEqual([
    "invalid",
    'Step "unknown" needs an output to count as completed: output must be object.',
    ["output"],
  ]);
  expect(await says(read)).toEqual([
    "invalid",
    'Step "unknown" needs an output to count as completed: Step 2 "b" reads $unknown.output.order.id in its input. $unknown.output.order.id cannot be read: $unknown.output is null, without .order.',
    ["output.order.id"],
  ]);
  expect(await says(read, { order: {} })).toMatchObject(["invalid", expect.any(String), ["output.order.id"]]);
  for (const [runId, output] of [
    [strict, { id: 1 }],
    [read, { order: { id: 1 } }],
    [whole, undefined],
  ] as const) {
    await resolveStep(ctx, { runId, stepId: "unknown", outcome: "happened", output });
    await untilStatus(ctx, runId, "completed");
  }
});

test("who watches a run is woken when its log grows, until it stops watching", async () => {
  const runId = await world.run(makePlan({ unknown: [], b: ["unknown"] }));
  await untilStatus(ctx, runId, "paused");
  let wakes = 0;
  let wake = () => {};
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const stop = await subscribeToRun(ctx, runId, () => {
    wakes += 1;
    wake();
  });
  await resolveStep(ctx, { runId, stepId: "unknown", outcome: "happened" });
  await woken;
  await stop();
  const before = wakes;
  await untilOver(ctx, runId);

  expect(before).toBeGreaterThan(0);
});

test("the log is read on from any place, and an unknown run has none", async () => {
  const runId = await world.run(plan);
  const run = await untilOver(ctx, runId);
  const all = await listRunEvents(ctx, { runId, after: 0, limit: 100 });

  expect(await listRunEvents(ctx, { runId, after: 3, limit: 2 })).toEqual(all.slice(3, 5));
  expect(await listRunEvents(ctx, { runId, after: run.seq, limit: 2 })).toEqual([]);
  expect((await refusal(listRunEvents(ctx, { runId: "run_none", after: 0, limit: 1 }))).code).toBe(
    "not-found",
  );
  expect((await refusal(readRun(ctx, { runId: "run_none" }))).code).toBe("not-found");
});
