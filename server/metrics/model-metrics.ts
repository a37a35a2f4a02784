import { Counter, Histogram, type Registry } from "prom-client";
import { type Prices, costOf, priceOf } from "#server/core/prices.ts";
import type { ModelCall, ModelPurpose } from "#server/core/turn-usage.ts";
import { inProcess } from "./help.ts";

// Anybody who may set an agent's model names it freely, and every name would be a series for good.
const MAX_MODELS = 50;
const OTHER = "other";

/** Conversations and calls of language models; `prices` are those of the moment. */
export function modelMetrics(registry: Registry, prices: () => Prices) {
  const registers = [registry];
  const models = new Set<string>();
  const turns = new Histogram({
    name: "stepwright_planner_turn_duration_seconds",
    help: inProcess("Time that answering a message took, the changes of the plan included"),
    labelNames: ["outcome"],
    buckets: [0.05, 0.25, 1, 2.5, 5, 10, 20, 40, 80, 160, 360],
    registers,
  });
  const calls = new Counter({
    name: "stepwright_model_calls_total",
    help: inProcess("Calls of language models; unknown: one that failed or did not tell its tokens"),
    labelNames: ["model", "purpose", "usage"],
    registers,
  });
  const durations = new Histogram({
    name: "stepwright_model_call_duration_seconds",
    help: inProcess("Time until the whole answer of a language model was there"),
    labelNames: ["purpose"],
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160],
    registers,
  });
  const tokens = new Counter({
    name: "stepwright_model_tokens_total",
    help: inProcess("Tokens that models told; cached are a part of input, reasoning of output"),
    labelNames: ["model", "kind"],
    registers,
  });
  const cost = new Counter({
    name: "stepwright_model_cost_dollars_total",
    help: inProcess("US dollars of the calls whose model has a price in the settings"),
    labelNames: ["model"],
    registers,
  });

  function labelOf(model: string): string {
    if (models.size < MAX_MODELS) models.add(model);
    return models.has(model) ? model : OTHER;
  }

  return {
    turnEnded: (outcome: "answered" | "failed" | "stopped", seconds: number) =>
      turns.observe({ outcome }, seconds),
    modelAnswered: (purpose: ModelPurpose, seconds: number) => durations.observe({ purpose }, seconds),
    /** Counts a call once it is over. The built-in planner is no model, and counts as none. */
    modelCalled(purpose: ModelPurpose, call: ModelCall): void {
      if (call.isBuiltin) return;
      const model = labelOf(call.asked);
      calls.inc({ model, purpose, usage: call.tokens === null ? "unknown" : "told" });
      if (call.tokens === null) return;
      for (const kind of ["input", "cached", "output", "reasoning"] as const) {
        tokens.inc({ model, kind }, call.tokens[kind]);
      }
      const priced = priceOf(prices(), call);
      if (priced !== null) cost.inc({ model }, costOf(priced.price, call.tokens));
    },
  };
}
