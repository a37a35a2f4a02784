import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { MockLanguageModelV4 } from "ai/test";
import { pino } from "pino";
import { createModels } from "#server/agent/models.ts";
import { runAttempt } from "#server/agent/step-runner.ts";
import { readConfig } from "#server/config.ts";
import type { ToolCatalogue } from "#server/context.ts";
import type { AttemptHooks, AttemptRequest } from "#server/core/attempt.ts";
import type { Step } from "#server/core/plan.ts";
import type { Prices } from "#server/core/prices.ts";
import { createMetrics } from "#server/metrics/create-metrics.ts";
import { builtInCatalogue } from "#test/tools/built-in-catalogue.ts";
import { makePlan, makeStep } from "#test/make.ts";
import { type OpenAiSimulator, startOpenAiSimulator } from "#test/openai-simulator.ts";

const noFigures = () => Promise.reject(new Error("There is no database here."));

type Asked = {
  step: Partial<Step>;
  request?: Partial<AttemptRequest>;
  hooks?: Partial<AttemptHooks>;
  prices?: Prices;
  readPrices?: () => Promise<Prices>;
};

/** The real runner with the real tools; the model is the simulator, or none. */
export async function openStepWorld(settings: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), "stepwright-steps-"));
  const simulator: OpenAiSimulator = await startOpenAiSimulator();
  const common = { DATA_DIR: folder, EGRESS_ALLOW: "127.0.0.1/32", LOG_LEVEL: "silent" };
  const configs = {
    none: readConfig({ ...common, ...settings }),
    simulated: readConfig({
      ...common,
      MODEL: "openai:sim-model",
      OPENAI_BASE_URL: simulator.baseUrl,
      OPENAI_API_KEY: "sk-test-secret",
      ...settings,
    }),
  };
  const announced: { tool: string; input: unknown }[] = [];
  const metrics = createMetrics({ figures: noFigures, prices: () => ({}) });

  async function run(
    kind: keyof typeof configs,
    asked: Asked,
    tools?: (real: ToolCatalogue) => ToolCatalogue,
  ) {
    const config = configs[kind];
    const real = builtInCatalogue(config);
    const ctx = {
      config,
      tools: tools?.(real) ?? real,
      models: createModels(config, new MockLanguageModelV4()),
      metrics,
      log: pino({ level: "silent" }),
      prices: asked.readPrices ?? (async () => asked.prices ?? {}),
    };
    const step = makeStep("act", ["fetch"], { title: "Act", ...asked.step });
    const plan = makePlan({ fetch: [], other: [] });
    const request: AttemptRequest = {
      runId: "run_1",
      model: null,
      tools: { granted: null, stricter: {} },
      plan: { ...plan, steps: [...plan.steps, step] },
      step,
      attempt: 1,
      runInput: null,
      results: { fetch: { status: "completed", output: { total: 3 } } },
      corrections: [],
      approvedInput: null,
      allowance: null,
      idempotencyKey: "run_1:act:1",
      ...asked.request,
    };
    return runAttempt(ctx, request, {
      signal: new AbortController().signal,
      folder,
      beforeToolCall: async (call) => {
        announced.push(call);
      },
      childRun: {
        find: async () => null,
        start: () => Promise.reject(new Error("No agent can be run here.")),
      },
      ...asked.hooks,
    });
  }
  return {
    folder,
    simulator,
    announced,
    metrics,
    /** With the simulated model. */
    think: (asked: Asked, tools?: (real: ToolCatalogue) => ToolCatalogue) => run("simulated", asked, tools),
    /** Without a language model. */
    act: (asked: Asked, tools?: (real: ToolCatalogue) => ToolCatalogue) => run("none", asked, tools),
    close: () => simulator.close(),
  };
}

export const MEETS = { reason: "It is all there.", meets: true, whatToChange: "" };
