import { createOpenAI } from "@ai-sdk/openai";
import { afterAll, expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { updateSettings } from "#server/services/update-settings.ts";
import {
  apiError,
  garbled,
  startOpenAiSimulator,
  text,
  toolCall,
  toolCalls,
  unfinished,
} from "#test/openai-simulator.ts";
import { chunksOf, openPlanning } from "#test/planning.ts";
import { proposalOf } from "#test/proposal.ts";

const planning = await openPlanning();
const openai = await startOpenAiSimulator();
afterAll(async () => {
  await openai.close();
  await planning.close();
});

const PRICE = { inputUsd: 100, cachedInputUsd: 10, outputUsd: 1_000 };
// What the simulator reports for each call: 12 tokens in, 4 of them cached, and 7 out.
const ONE_CALL = (8 * 100 + 4 * 10 + 7 * 1_000) / 1e6;

async function newAgent(): Promise<string> {
  const { body } = await planning.request("POST", "/api/agents", { name: "Spend" });
  return body.agentId;
}

function useModel(api: "responses" | "chat") {
  const provider = createOpenAI({ baseURL: openai.baseUrl, apiKey: "test-key" });
  planning.setModel(api === "chat" ? provider.chat("asked-model") : provider.responses("asked-model"));
}

async function replyTo(agentId: string, words: string, id = planning.ctx.newId("test")) {
  const chunks = await chunksOf(await planning.post(agentId, words, { id }));
  const { body } = await planning.request("GET", `/api/agents/${agentId}/messages`);
  const streamed = chunks.findLast((chunk) => chunk.type === "finish")?.["messageMetadata"];
  return { streamed, kept: body.items[0].metadata };
}

test.each(["responses", "chat"] as const)(
  "over the %s API each call of a turn is accounted for, at the price of the model that answered",
  async (api) => {
    useModel(api);
    await updateSettings(planning.ctx, { prices: { "sim-model": PRICE } });
    const agentId = await newAgent();
    openai.reply(toolCall("propose_plan", proposalOf("Collect", "Send")), text("Two steps."));

    const { streamed, kept } = await replyTo(agentId, "Collect, then send");

    expect(kept).toMatchObject({ inputTokens: 24, outputTokens: 14 });
    expect(kept.usage).toMatchObject({
      model: "sim-model",
      modelCalls: 2,
      unknownCalls: 0,
      inputTokens: 24,
      cachedTokens: 8,
      outputTokens: 14,
      reasoningTokens: 4,
      prices: { "sim-model": PRICE },
    });
    expect(kept.usage.costUsd).toBeCloseTo(2 * ONE_CALL, 10);
    expect(kept.usage.milliseconds).toBeGreaterThan(0);
    expect(streamed).toMatchObject({ usage: kept.usage });
  },
);

test("a cost stands as it was reckoned when the price changes, and without a price there is none", async () => {
  useModel("responses");
  const agentId = await newAgent();
  openai.reply(text("Hello."), text("Hello again."));
  await updateSettings(planning.ctx, { prices: { "sim-model": PRICE } });
  await replyTo(agentId, "Hi");

  await updateSettings(planning.ctx, { prices: { "sim-model": null } });
  const { kept } = await replyTo(agentId, "Hi again");
  const { body } = await planning.request("GET", `/api/agents/${agentId}`);

  expect(kept.usage).toMatchObject({ costUsd: null, inputTokens: 12, prices: {} });
  expect(body.usage).toMatchObject({
    replies: 2,
    unpricedReplies: 1,
    modelCalls: 2,
    unknownCalls: 0,
    inputTokens: 24,
    cachedTokens: 8,
    outputTokens: 14,
    reasoningTokens: 4,
  });
  expect(body.usage.costUsd).toBeCloseTo(ONE_CALL, 10);
});

test.each([
  ["is refused", [apiError(401, "Wrong key.")]],
  ["breaks off", [unfinished("cut-off")]],
  ["is reset", [unfinished("reset")]],
])(
  "a call that %s is unknown, not nothing; a second try at the message adds to it",
  async (_how, replies) => {
    useModel("responses");
    await updateSettings(planning.ctx, { prices: { "sim-model": PRICE } });
    const agentId = await newAgent();
    openai.reply(...replies);

    const failed = await replyTo(agentId, "Plan it", "same");
    openai.reply(text("What should it do?"));
    const { kept } = await replyTo(agentId, "Plan it", "same");

    expect(failed.kept.inputTokens).toBeNull();
    expect(failed.kept.usage).toMatchObject({
      modelCalls: 1,
      unknownCalls: 1,
      inputTokens: 0,
      costUsd: null,
    });
    expect(kept.usage).toMatchObject({ modelCalls: 2, unknownCalls: 1, inputTokens: 12 });
    expect(kept.usage.costUsd).toBeCloseTo(ONE_CALL, 10);
  },
);

/** `{"input_tokens":…}` of the one API, `{"prompt_tokens":…}` of the other, with each in the other's place. */
function reporting(input: unknown, output: unknown, details: { cached?: number; reasoning?: number } = {}) {
  return garbled([{ type: "text", text: "Hello." }], (events, isChat) => {
    const [given, made] = isChat ? ["prompt", "completion"] : ["input", "output"];
    const usage = {
      [`${given}_tokens`]: input,
      [`${given}_tokens_details`]: { cached_tokens: details.cached ?? 0 },
      [`${made}_tokens`]: output,
      [`${made}_tokens_details`]: { reasoning_tokens: details.reasoning ?? 0 },
      total_tokens: 1,
    };
    return events.map((event) =>
      event.replace(/"usage":\{(?:[^{}]|\{[^{}]*\})*\}/, `"usage":${JSON.stringify(usage)}`),
    );
  });
}

test.each([
  ["nothing at all", "chat", reporting(undefined, undefined)],
  ["nulls", "chat", reporting(null, null)],
  ["no output", "chat", reporting(12, null)],
  ["numbers below zero", "chat", reporting(12, -7)],
  ["numbers below zero", "responses", reporting(-12, 7)],
  ["fractions", "responses", reporting(12.5, 7)],
  ["more than any model reads", "responses", reporting(1e15, 7)],
  ["zeros", "responses", reporting(0, 0)],
  ["more cached than read", "chat", reporting(12, 7, { cached: 13 })],
  ["more thought than written", "responses", reporting(12, 7, { reasoning: 8 })],
] as const)("usage of %s over the %s API is unknown, not believed", async (_what, api, reply) => {
  useModel(api);
  await updateSettings(planning.ctx, { prices: { "sim-model": PRICE } });
  const agentId = await newAgent();
  openai.reply(reply);

  const { kept } = await replyTo(agentId, "Hi");

  expect(kept).toMatchObject({ inputTokens: null, outputTokens: null });
  expect(kept.usage).toMatchObject({
    modelCalls: 1,
    unknownCalls: 1,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    reasoningTokens: 0,
    costUsd: null,
  });
});

test("an answer without words that a provider reports as such is known", async () => {
  useModel("chat");
  const agentId = await newAgent();
  openai.reply(reporting(12, 0));

  expect((await replyTo(agentId, "Hi")).kept.usage).toMatchObject({ unknownCalls: 0, inputTokens: 12 });
});

test("calls before one that fails are known, with what they cost", async () => {
  useModel("chat");
  await updateSettings(planning.ctx, { prices: { "sim-model": PRICE } });
  const agentId = await newAgent();
  openai.reply(
    toolCalls([{ name: "propose_plan", args: proposalOf("Collect") }]),
    apiError(400, "Too long."),
  );

  const { kept } = await replyTo(agentId, "Plan it");

  expect(kept.usage).toMatchObject({ modelCalls: 2, unknownCalls: 1, inputTokens: 12, outputTokens: 7 });
  expect(kept.usage.costUsd).toBeCloseTo(ONE_CALL, 10);
});

test("the built-in planner and a pasted plan use no tokens and cost nothing", async () => {
  planning.setModel(createBuiltinPlanner());
  const agentId = await newAgent();
  const plan = (await planning.request("GET", `/api/agents/${agentId}/plan`)).body.plan;
  const steps = [{ id: "a", title: "Collect" }];

  const talked = await replyTo(agentId, "What can you do?");
  const pasted = await replyTo(agentId, JSON.stringify({ ...plan, title: "Pasted", steps }));
  const { body } = await planning.request("GET", `/api/agents/${agentId}`);

  expect(talked.kept.usage).toMatchObject({ model: "builtin", inputTokens: 0, costUsd: 0, unknownCalls: 0 });
  expect(pasted.kept.usage).toMatchObject({ model: null, modelCalls: 0, costUsd: 0 });
  expect(body.usage).toMatchObject({ replies: 2, inputTokens: 0, costUsd: 0, unpricedReplies: 0 });
});

test("an agent that nobody talked to took nothing", async () => {
  const { body } = await planning.request("GET", `/api/agents/${await newAgent()}`);

  expect(body.usage).toEqual({
    replies: 0,
    unpricedReplies: 0,
    modelCalls: 0,
    unknownCalls: 0,
    inputTokens: 0,
    cachedTokens: 0,
    outputTokens: 0,
    reasoningTokens: 0,
    milliseconds: 0,
    costUsd: 0,
  });
});

test("calls of the built-in planner are not counted among those of a model", async () => {
  planning.setModel(createBuiltinPlanner());
  const agentId = await newAgent();
  await replyTo(agentId, "Collect the figures, then send them");

  const { body } = await planning.request("GET", `/api/agents/${agentId}`);

  expect(body.usage).toMatchObject({ replies: 1, modelCalls: 0, unknownCalls: 0, unpricedReplies: 0 });
});
