import { expect, test } from "vitest";
import { createMetrics } from "#server/metrics/create-metrics.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { samplesOf } from "#test/samples.ts";

function watch(prices: Parameters<typeof createMetrics>[0]["prices"] = () => ({})) {
  const noFigures = () => Promise.reject(new Error("There is no database here."));
  const metrics = createMetrics({ figures: noFigures, prices });
  return { metrics, samples: async () => samplesOf((await metrics.exposed()).body) };
}

test("attempts count by their outcome, and failed ones by how they may be tried again", async () => {
  const { metrics, samples } = watch();

  metrics.attemptEnded(done(), 0.2);
  metrics.attemptEnded(fails("no"), 3);
  metrics.attemptEnded(fails("busy", "temporary"), 0.001);

  expect(await samples()).toMatchObject({
    'stepwright_attempts_ended_total{outcome="completed",retry="none"}': 1,
    'stepwright_attempts_ended_total{outcome="failed",retry="now"}': 1,
    'stepwright_attempts_ended_total{outcome="failed",retry="temporary"}': 1,
    'stepwright_attempt_duration_seconds_count{outcome="failed"}': 2,
    'stepwright_attempt_duration_seconds_sum{outcome="failed"}': 3.001,
    'stepwright_attempt_duration_seconds_bucket{le="0.5",outcome="completed"}': 1,
  });
});

test("tokens and cost add up by the model that was asked, and a call without usage counts as unknown", async () => {
  const price = { inputUsd: 100, cachedInputUsd: 10, outputUsd: 1_000 };
  const { metrics, samples } = watch(() => ({ "big-model": price }));
  const call = { asked: "big-model", answered: "big-model", isBuiltin: false };
  const tokens = { input: 12, cached: 4, output: 7, reasoning: 2 };

  metrics.modelCalled("step", { ...call, tokens });
  metrics.modelCalled("judge", { ...call, tokens });
  metrics.modelCalled("step", { ...call, tokens: null });
  metrics.modelCalled("planner", { asked: "free-model", answered: "free-model", isBuiltin: false, tokens });
  metrics.modelCalled("planner", { asked: "builtin", answered: "builtin", isBuiltin: true, tokens: null });
  const told = await samples();

  expect(told).toMatchObject({
    'stepwright_model_calls_total{model="big-model",purpose="step",usage="told"}': 1,
    'stepwright_model_calls_total{model="big-model",purpose="step",usage="unknown"}': 1,
    'stepwright_model_tokens_total{model="big-model",kind="input"}': 24,
    'stepwright_model_tokens_total{model="big-model",kind="cached"}': 8,
    'stepwright_model_tokens_total{model="big-model",kind="output"}': 14,
    'stepwright_model_tokens_total{model="big-model",kind="reasoning"}': 4,
    'stepwright_model_tokens_total{model="free-model",kind="input"}': 12,
  });
  expect(told['stepwright_model_cost_dollars_total{model="big-model"}']).toBeCloseTo(0.01568, 10);
  expect(told).not.toHaveProperty('stepwright_model_cost_dollars_total{model="free-model"}');
  expect(Object.keys(told).join()).not.toContain("builtin");
});

test("however many models are named, their series stay few", async () => {
  const { metrics, samples } = watch();

  for (let index = 0; index < 500; index += 1) {
    metrics.modelCalled("step", {
      asked: `model-${index}`,
      answered: `model-${index}`,
      isBuiltin: false,
      tokens: null,
    });
  }
  const series = Object.entries(await samples()).filter(([name]) => name.includes("model_calls_total"));

  expect(series).toHaveLength(51);
  expect(Object.fromEntries(series)).toMatchObject({
    'stepwright_model_calls_total{model="other",purpose="step",usage="unknown"}': 450,
  });
});

test("slots are those of all workers at work, and of none once they stopped", async () => {
  const { metrics, samples } = watch();

  const stop = metrics.watchSlots(() => ({ used: 3, total: 16 }));
  const busy = await samples();
  stop();
  const idle = await samples();

  expect(busy).toMatchObject({
    'stepwright_worker_slots{state="used"}': 3,
    'stepwright_worker_slots{state="free"}': 13,
  });
  expect(idle).toMatchObject({
    'stepwright_worker_slots{state="used"}': 0,
    'stepwright_worker_slots{state="free"}': 0,
  });
});
