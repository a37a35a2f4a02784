import { afterAll, expect, test } from "vitest";
import type { Budget, Plan } from "#server/core/plan.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { startWorker } from "#server/engine/worker.ts";
import { startRun } from "#server/services/start-run.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";
import { standing, until, untilOver, untilStatus } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, send, serveApp } from "#test/serve-app.ts";

const opened = await openTestContext();
const { ctx } = opened;
const server = await serveApp(ctx);
// A tool call each; a reasoning step uses 10 tokens for 20 cents. One that is held never ends, a wrong one fails.
const worker = await startWorker(ctx, {
  boss: opened.boss,
  runAttempt: async ({ step }) => {
    if (step.title === "held") await new Promise(() => {});
    if (step.title === "wrong") return fails("It is wrong.", "not_retryable");
    const tokens = { inputTokens: 6, outputTokens: 4, cachedTokens: 0, costUsd: 0.2 };
    const thought = { ...tokens, modelCalls: 1, models: { big: { ...tokens, calls: 1, price: null } } };
    return { ...done(), usage: { ...NO_USAGE, ...(step.tool ? { toolCalls: 1 } : thought) } };
  },
});
afterAll(async () => {
  await worker.stop();
  await server.close();
  await opened.close();
});

const tool = { kind: "tool", tool: "read_file" } as const;
const CALLS = makePlan({ a: [], b: ["a"], c: ["b"] }, { a: tool, b: tool, c: tool });
const THOUGHTS = makePlan({ a: [], b: ["a"] });

async function start(plan: Plan, budget?: Budget): Promise<string> {
  const { agentId } = await seedAgent(ctx, budget === undefined ? plan : { ...plan, budget });
  return (await startRun(ctx, { agentId })).runId;
}

async function answer(runId: string, body: unknown) {
  const response = await send(server.url, `/api/runs/${runId}/budget`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: JSON.parse(response.body) };
}

test("a run that used up its calls says how many of how many and what would do, and goes on once they are raised", async () => {
  const runId = await start(CALLS, { toolCalls: 1 });
  const paused = await untilStatus(ctx, runId, "paused");
  const { status, body } = await answer(runId, { raise: { toolCalls: 3 } });
  const run = await untilOver(ctx, runId);

  expect(paused.budget).toMatchObject({
    limits: { toolCalls: 1 },
    used: { toolCalls: 1 },
    suggested: { toolCalls: 2 },
  });
  expect([status, body.budget.limits]).toEqual([200, { toolCalls: 3 }]);
  expect(run).toMatchObject({ status: "completed", usage: { toolCalls: 3 }, budget: { suggested: {} } });
});

test("the raise counts for this run alone", async () => {
  const { agentId } = await seedAgent(ctx, { ...CALLS, budget: { toolCalls: 1 } });
  const first = await startRun(ctx, { agentId });
  await untilStatus(ctx, first.runId, "paused");
  await answer(first.runId, { raise: { toolCalls: 9 } });
  const second = await startRun(ctx, { agentId });

  expect((await untilStatus(ctx, second.runId, "paused")).budget?.limits).toEqual({ toolCalls: 1 });
});

test("a double post of a raise is one raise, also when the first has ended the run", async () => {
  const runId = await start(CALLS, { toolCalls: 2 });
  await untilStatus(ctx, runId, "paused");
  const posts = await Promise.all([1, 2].map(() => answer(runId, { raise: { toolCalls: 5 } })));
  await untilOver(ctx, runId);
  const late = await answer(runId, { raise: { toolCalls: 5 } });
  const events = await send(server.url, `/api/runs/${runId}/events`);

  expect([...posts, late].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(events.body.match(/"budget-raised"/g)).toHaveLength(1);
});

test("a limit that is no raise is refused by name and value, with what would work", async () => {
  const runId = await start(THOUGHTS, { tokens: 10, wallSeconds: 3_600 });
  await untilStatus(ctx, runId, "paused");
  const refused = await answer(runId, { raise: { tokens: 10, toolCalls: 3, wallSeconds: 1e9 } });

  expect(refused.status).toBe(422);
  expect(refused.body.issues).toEqual([
    {
      path: "raise.toolCalls",
      message: "The run has no limit of toolCalls, so 3 cannot raise it. Leave toolCalls out.",
    },
    {
      path: "raise.tokens",
      message: 'tokens "10" does not raise the budget: the limit is 10 now. Give more than 10.',
    },
    {
      path: "raise.wallSeconds",
      message: 'wallSeconds "1000000000" is longer than ten years. Give at most 315360000.',
    },
  ]);
  expect((await until(ctx, runId, () => true)).budget?.limits).toEqual({ tokens: 10, wallSeconds: 3_600 });
});

test.each([
  {},
  { raise: { tokens: 5 }, giveUp: true },
  { giveUp: false },
  { raise: { tokens: -1 } },
  { raise: { calls: 1 } },
])("a body of %j is refused", async (body) => {
  expect((await answer("run_1", body)).status).toBe(422);
});

test("giving up fails what waits, twice the same, and after that there is nothing to raise", async () => {
  const runId = await start(CALLS, { toolCalls: 1 });
  await untilStatus(ctx, runId, "paused");
  const posts = [await answer(runId, { giveUp: true }), await answer(runId, { giveUp: true })];
  const run = await untilOver(ctx, runId);
  const raise = await answer(runId, { raise: { toolCalls: 5 } });

  expect(posts.map(({ status }) => status)).toEqual([200, 200]);
  expect(standing(run)).toEqual({ a: "completed", b: "failed/budget", c: "skipped/upstream_failed" });
  expect(run.report?.summary).toContain(
    'Step 2 "b" failed (the budget is used up). The run\'s budget of 1 tool call is used up. A person did not raise it.',
  );
  expect([raise.status, raise.body.detail]).toEqual([
    409,
    `Cannot change the budget of run "${runId}": it is failed.`,
  ]);
});

test("there is nothing to give up or to try again where no step waits, but more may be given early", async () => {
  const held = makePlan({ a: [] }, { a: { title: "held" } });
  const runId = await start(held, { tokens: 10 });
  await untilStatus(ctx, runId, "running");
  const answers = [
    await answer(runId, { giveUp: true }),
    await answer(runId, { raise: {} }),
    await answer(runId, { raise: { tokens: 20 } }),
  ];
  await send(server.url, `/api/runs/${runId}/cancel`, { method: "POST" });

  expect(answers.map(({ status }) => status)).toEqual([409, 409, 200]);
  expect(answers[0]?.body.detail).toBe(`No step of run "${runId}" waits for its budget.`);
  expect((await answer("run_none", { giveUp: true })).status).toBe(404);
});

test("a step that was skipped for another reason is not one that was given up", async () => {
  const plan = makePlan({ a: [], b: [] }, { a: { title: "wrong", onError: "skip" }, b: { title: "held" } });
  const runId = await start(plan, { tokens: 10_000 });
  await until(ctx, runId, (run) => standing(run)["a"] === "skipped/on_error");
  const early = await answer(runId, { giveUp: true });
  await send(server.url, `/api/runs/${runId}/cancel`, { method: "POST" });
  const late = await answer(runId, { giveUp: true });

  expect([early.status, early.body.detail]).toEqual([409, `No step of run "${runId}" waits for its budget.`]);
  expect([late.status, late.body.detail]).toEqual([
    409,
    `Cannot change the budget of run "${runId}": it is canceled.`,
  ]);
});

test("giving up twice at once is one word, also for a step that is skipped because of it", async () => {
  const plan = makePlan({ a: [], b: ["a"] }, { a: tool, b: { ...tool, onError: "skip" } });
  const runId = await start(plan, { toolCalls: 1 });
  await untilStatus(ctx, runId, "paused");
  const posts = await Promise.all([1, 2].map(() => answer(runId, { giveUp: true })));
  const events = await send(server.url, `/api/runs/${runId}/events`);

  expect(posts.map(({ status }) => status)).toEqual([200, 200]);
  expect(events.body.match(/"budget-given-up"/g)).toHaveLength(1);
  expect(standing(await untilOver(ctx, runId))).toEqual({ a: "completed", b: "skipped/on_error" });
});

test("what a run took is on its page, in the list of runs, and in the sum of its agent", async () => {
  const { agentId } = await seedAgent(ctx, THOUGHTS);
  const runs = [await startRun(ctx, { agentId }), await startRun(ctx, { agentId })];
  for (const { runId } of runs) await untilOver(ctx, runId);
  const list = await send(server.url, `/api/runs?agent=${agentId}`);
  const agent = await send(server.url, `/api/agents/${agentId}`);

  const usage = { inputTokens: 12, outputTokens: 8, modelCalls: 2, costUsd: 0.4 };
  expect(JSON.parse(list.body).items.map((run: { usage: unknown }) => run.usage)).toMatchObject([
    usage,
    usage,
  ]);
  expect(JSON.parse(agent.body).runsUsage).toEqual({
    runs: 2,
    toolCalls: 0,
    modelCalls: 4,
    unknownCalls: 0,
    unpricedCalls: 0,
    inputTokens: 24,
    cachedTokens: 0,
    outputTokens: 16,
    seconds: 0,
    costUsd: expect.closeTo(0.8),
    models: {
      big: {
        calls: 4,
        inputTokens: 24,
        cachedTokens: 0,
        outputTokens: 16,
        costUsd: expect.closeTo(0.8),
        price: null,
      },
    },
  });
});
