import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { apiError, startOpenAiSimulator, stall, text, toolCall } from "#test/openai-simulator.ts";
import { chunksOf, openPlanning } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";
import { samplesOf } from "#test/samples.ts";

const planning = await openPlanning();
const openai = await startOpenAiSimulator();
const provider = createOpenAI({ baseURL: openai.baseUrl, apiKey: "test-key" });
afterAll(async () => {
  await openai.close();
  await planning.close();
});

async function newAgent(): Promise<string> {
  return (await planning.request("POST", "/api/agents", { name: "Figures" })).body.agentId;
}

async function samples() {
  return samplesOf((await planning.ctx.metrics.exposed()).body);
}

const turns = (outcome: string) => `stepwright_planner_turn_duration_seconds_count{outcome="${outcome}"}`;
const calls = (usage: string) =>
  `stepwright_model_calls_total{model="asked-model",purpose="planner",usage="${usage}"}`;

test("a turn counts by how it ended, and its calls and tokens by the model that was asked", async () => {
  planning.setModel(provider.responses("asked-model"));
  const agentId = await newAgent();

  openai.reply(toolCall("propose_plan", proposalOf("Collect", "Send")), text("Two steps."));
  await chunksOf(await planning.post(agentId, "Collect, then send"));
  const answered = await samples();
  openai.reply(apiError(400, "No."));
  await chunksOf(await planning.post(agentId, "And then?"));
  const failed = await samples();

  expect(answered).toMatchObject({
    [turns("answered")]: 1,
    [calls("told")]: 2,
    'stepwright_model_tokens_total{model="asked-model",kind="input"}': 24,
    'stepwright_model_tokens_total{model="asked-model",kind="output"}': 14,
    'stepwright_model_call_duration_seconds_count{purpose="planner"}': 2,
  });
  expect(failed).toMatchObject({ [turns("answered")]: 1, [turns("failed")]: 1, [calls("unknown")]: 1 });
});

test("a turn that a person stops counts as stopped", async () => {
  planning.setModel(provider.responses("asked-model"));
  const agentId = await newAgent();
  const before = openai.requests.length;
  openai.reply(stall());

  const reply = planning.post(agentId, "Collect").then(chunksOf);
  while (openai.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 10));
  await planning.request("POST", `/api/agents/${agentId}/chat/stop`, {});
  await reply;

  expect(await samples()).toMatchObject({ [turns("stopped")]: 1 });
});

test("the built-in planner's turns count, and its calls are those of no model", async () => {
  planning.setModel(createBuiltinPlanner());
  const before = (await samples())[turns("answered")] ?? 0;

  await chunksOf(await planning.post(await newAgent(), "1. Collect the orders\n2. Send the report"));
  const after = await samples();

  expect(after[turns("answered")]).toBe(before + 1);
  expect(Object.keys(after).filter((name) => name.includes('model="'))).toEqual(
    expect.not.arrayContaining([expect.stringContaining("builtin")]),
  );
});
