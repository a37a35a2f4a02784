import { afterAll, expect, test } from "vitest";
import { runAttempt } from "#server/agent/step-runner.ts";
import type { Budget } from "#server/core/plan.ts";
import { startWorker } from "#server/engine/worker.ts";
import { raiseBudget } from "#server/services/raise-budget.ts";
import { startRun } from "#server/services/start-run.ts";
import { MEETS } from "#test/agent/step-world.ts";
import { formOf, largestAnswer } from "#test/largest-answer.ts";
import { makePlan } from "#test/make.ts";
import { startOpenAiSimulator } from "#test/openai-simulator.ts";
import { standing, until } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext } from "#test/serve-app.ts";

const simulator = await startOpenAiSimulator();
const opened = await openTestContext({
  MODEL: "openai:sim-model",
  OPENAI_BASE_URL: simulator.baseUrl,
  OPENAI_API_KEY: "sk-test",
});
const { ctx } = opened;
const PRICE = { inputUsd: 10, cachedInputUsd: 1, outputUsd: 100 };
const worker = await startWorker(ctx, {
  boss: opened.boss,
  slots: 50,
  runAttempt: (request, hooks) =>
    runAttempt({ ...ctx, prices: async () => ({ "sim-model": PRICE }) }, request, hooks),
});
afterAll(async () => {
  await worker.stop();
  await opened.close();
  await simulator.close();
});

const largest = largestAnswer((request) => (formOf(request) === null ? "Done." : JSON.stringify(MEETS)));
simulator.replyTo("", ...Array.from({ length: 500 }, () => largest));

/** Fifty steps side by side, every second one judged, with a model that uses all that it may. */
async function fanOut(budget: Budget) {
  const names = Array.from({ length: 50 }, (_, index) => `s${index}`);
  const graph = Object.fromEntries(names.map((name) => [name, []]));
  const over = Object.fromEntries(
    names.map((name, index) => [name, { expectedOutput: index % 2 === 0 ? "" : "It is done." }]),
  );
  const { agentId } = await seedAgent(ctx, { ...makePlan(graph, over), budget });
  const { runId } = await startRun(ctx, { agentId });
  return until(ctx, runId, (run) => run.status === "paused" || run.status === "completed", 60_000);
}

function counts(run: Awaited<ReturnType<typeof fanOut>>): Record<string, number> {
  const found: Record<string, number> = {};
  for (const status of Object.values(standing(run))) found[status] = (found[status] ?? 0) + 1;
  return found;
}

test("fifty steps at once and a greedy model use no token beyond the budget, and a raise lets them go on", async () => {
  const run = await fanOut({ tokens: 200_000 });
  const { inputTokens, outputTokens } = run.usage ?? {};
  const used = (inputTokens ?? 0) + (outputTokens ?? 0);
  const before = counts(run);
  await raiseBudget(ctx, { runId: run.runId, raise: { tokens: 300_000 } });
  const raised = await until(ctx, run.runId, ({ status }) => status === "paused", 60_000);

  expect(run.status).toBe("paused");
  expect(used).toBeLessThanOrEqual(200_000);
  expect(used).toBeGreaterThan(180_000);
  expect(Object.keys(before).sort()).toEqual(["completed", "paused/budget"]);
  expect(raised.budget?.used.tokens).toBeLessThanOrEqual(300_000);
  expect(counts(raised)["completed"]).toBeGreaterThan(before["completed"] ?? 0);
});

test("the same in dollars", async () => {
  const run = await fanOut({ costUsd: 4 });

  expect(run.usage?.costUsd).toBeLessThanOrEqual(4);
  expect(run.usage?.costUsd).toBeGreaterThan(3.5);
  expect(Object.keys(counts(run)).sort()).toEqual(["completed", "paused/budget"]);
});
