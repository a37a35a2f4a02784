import { afterAll, expect, test } from "vitest";
import { MEETS, openStepWorld } from "#test/agent/step-world.ts";
import {
  apiError,
  jsonText,
  refusal,
  reset,
  stall,
  text,
  truncated,
  unfinished,
} from "#test/openai-simulator.ts";

const world = await openStepWorld();
const impatient = await openStepWorld({ MODEL_TIMEOUT_SECONDS: "1" });
afterAll(() => Promise.all([world.close(), impatient.close()]));
const { simulator } = world;

test("a reasoning step answers with text that the judge accepts, and both calls are counted", async () => {
  simulator.reply(text("Three orders came in."), jsonText(MEETS));

  const result = await world.think({ step: {} });

  expect(result).toEqual({
    type: "completed",
    input: null,
    output: "Three orders came in.",
    usage: {
      inputTokens: 24,
      outputTokens: 14,
      cachedTokens: 8,
      toolCalls: 0,
      modelCalls: 2,
      seconds: expect.any(Number),
      costUsd: null,
      unknownCalls: 0,
      unpricedCalls: 2,
      models: {
        "sim-model": {
          calls: 2,
          inputTokens: 24,
          cachedTokens: 8,
          outputTokens: 14,
          costUsd: null,
          price: null,
        },
      },
    },
  });
});

test("the model gets what the step depends on, no other output, no tools, and nothing is stored at the provider", async () => {
  simulator.reply(text("Done."), jsonText(MEETS));
  const results = {
    fetch: { status: "completed", output: "fetched words" },
    other: { status: "completed", output: "other words" },
  } as const;

  await world.think({ step: {}, request: { results, runInput: "payload words" } });

  const request = simulator.requests.at(-2);
  expect(request?.text).toContain("fetched words");
  expect(request?.text).not.toContain("other words");
  expect(request?.text).not.toContain("payload words");
  expect(request?.body).toMatchObject({ store: false });
  expect(request?.body).not.toHaveProperty("tools");
});

test("the model is told why a step failed that it depends on", async () => {
  simulator.reply(text("Told."), jsonText(MEETS));
  const results = { fetch: { status: "failed", output: null, error: "The shop answered 503." } } as const;

  await world.think({ step: {}, request: { results } });

  expect(simulator.requests.at(-2)?.text).toContain("(fetch), failed, why");
  expect(simulator.requests.at(-2)?.text).toContain("The shop answered 503.");
});

test("a referred output and a declared run input reach the model", async () => {
  simulator.reply(text("Done."), jsonText(MEETS));
  const results = { other: { status: "completed", output: { words: "other words" } } } as const;
  const step = { input: { from: "$other.output.words" }, usesRunInput: true };

  const result = await world.think({ step, request: { results, runInput: "payload words" } });

  expect(result).toMatchObject({ type: "completed", input: { from: "other words" } });
  expect(simulator.requests.at(-2)?.text).toContain("payload words");
});

test("an output that the judge refuses fails the attempt, and the next attempt is told why", async () => {
  simulator.reply(
    text("A draft."),
    jsonText({ reason: "The totals are missing.", meets: false, whatToChange: "Add the totals." }),
  );
  const first = await world.think({ step: {} });
  expect(first).toMatchObject({
    type: "failed",
    retry: "now",
    output: "A draft.",
    error: { message: 'The output of Step 3 "Act" is not what it asks for: The totals are missing.' },
    whatToChange: "Add the totals.",
  });
  if (first.type !== "failed") throw new Error("the first attempt has to fail");

  simulator.reply(text("A draft with totals."), jsonText(MEETS));
  const correction = {
    attempt: 1,
    output: "A draft.",
    problem: first.error.message,
    whatToChange: first.whatToChange,
  };
  const second = await world.think({ step: {}, request: { attempt: 2, corrections: [correction] } });

  expect(second).toMatchObject({ type: "completed", output: "A draft with totals." });
  expect(simulator.requests.at(-2)?.text).toContain("The totals are missing.");
  expect(simulator.requests.at(-2)?.text).toContain("Add the totals.");
});

test("an output schema is the form of the answer, and decides without a judge", async () => {
  const outputSchema = {
    type: "object",
    properties: { total: { type: "number" }, note: { type: "string" } },
    required: ["total"],
  };
  simulator.reply(jsonText({ total: 3 }), jsonText({ total: "three" }));

  expect(await world.think({ step: { outputSchema } })).toMatchObject({
    type: "completed",
    output: { total: 3 },
    usage: { modelCalls: 1 },
  });
  expect(simulator.requests.at(-1)?.body).toMatchObject({
    text: { format: { type: "json_schema", strict: false, schema: outputSchema } },
  });
  expect(await world.think({ step: { outputSchema } })).toMatchObject({
    type: "failed",
    retry: "now",
    output: { total: "three" },
    error: { message: 'The output of Step 3 "Act" does not fit its schema: "total" must be number.' },
  });
});

test("a schema that is no object at its root is put into one for the provider", async () => {
  simulator.reply(jsonText({ result: ["a", "b"] }));

  const result = await world.think({ step: { outputSchema: { type: "array", items: { type: "string" } } } });

  expect(result).toMatchObject({ type: "completed", output: ["a", "b"] });
});

test("JSON in the answer becomes a value, a bare number stays text", async () => {
  simulator.reply(text('```json\n{"a": 1}\n```'), jsonText(MEETS), text("42"), jsonText(MEETS));

  expect(await world.think({ step: {} })).toMatchObject({ output: { a: 1 } });
  expect(await world.think({ step: {} })).toMatchObject({ output: "42" });
});

test("what a database cannot store does not get into an output", async () => {
  simulator.reply(jsonText({ words: "a\u0000b\ud800" }), jsonText(MEETS));

  expect(await world.think({ step: {} })).toMatchObject({
    type: "completed",
    output: { words: "a\uFFFDb\uFFFD" },
  });
});

test.each([
  [
    "a rate limit waits as long as asked",
    apiError(429, "slow", { headers: { "retry-after": "9" } }),
    { retry: "temporary", retryAfterMs: 9_000 },
  ],
  ["a fault of the provider waits", apiError(500, "oops"), { retry: "temporary" }],
  ["a broken connection waits", reset(), { retry: "temporary" }],
  ["an answer that breaks off waits", unfinished("cut-off"), { retry: "temporary" }],
  [
    "an empty account fails at once",
    apiError(429, "no money", { code: "insufficient_quota" }),
    { retry: "not_retryable" },
  ],
  ["a wrong key fails at once", apiError(401, "Incorrect key sk-test-secret"), { retry: "not_retryable" }],
  ["an unknown model fails at once", apiError(404, "no such model"), { retry: "not_retryable" }],
  [
    "LLM-A05: a truncated answer is asked for again",
    truncated("Once upon a"),
    { retry: "now", error: { message: expect.stringContaining("cut off") } },
  ],
  [
    "LLM-A06: a refusal is asked for again",
    refusal("I cannot do that."),
    { retry: "now", error: { message: expect.stringContaining("I cannot do that.") } },
  ],
  [
    "LLM-A06: an answer that the content filter stopped is asked for again",
    truncated("", "content-filter"),
    { retry: "now", error: { message: expect.stringContaining("content filter") } },
  ],
  [
    "LLM-A06: an empty answer is asked for again",
    text(""),
    { retry: "now", error: { message: expect.stringContaining("empty") } },
  ],
])("%s", async (_name, reply, expected) => {
  simulator.reply(reply);

  const result = await world.think({ step: {} });

  expect(result).toMatchObject({ type: "failed", ...expected });
  expect(JSON.stringify(result)).not.toContain("sk-test-secret");
});

test("the tokens of a failed call are unknown, not zero", async () => {
  simulator.reply(apiError(500, "oops"));

  expect((await world.think({ step: {} })).usage).toMatchObject({
    inputTokens: null,
    outputTokens: null,
    modelCalls: 1,
  });
});

test("LLM-A05: truncated or broken JSON for a schema is asked for again", async () => {
  const step = { outputSchema: { type: "object" } };
  simulator.reply(truncated('{"a": '), text("Sure! Here it is."));

  expect(await world.think({ step })).toMatchObject({
    retry: "now",
    error: { message: expect.stringContaining("cut off") },
  });
  expect(await world.think({ step })).toMatchObject({
    retry: "now",
    error: { message: expect.stringContaining("not the JSON") },
    usage: { inputTokens: 12 },
  });
});

test("a silent provider is given up after MODEL_TIMEOUT_SECONDS", async () => {
  impatient.simulator.reply(stall());

  expect(await impatient.think({ step: {} })).toMatchObject({
    type: "failed",
    retry: "temporary",
    error: { message: expect.stringContaining("within 1 seconds") },
  });
});

test("without a language model the step fails at once, and says what to set", async () => {
  expect(await world.act({ step: {} })).toMatchObject({
    type: "failed",
    retry: "not_retryable",
    error: { message: expect.stringMatching(/^Step 3 "Act" needs a language model.*Set MODEL/) },
    usage: { inputTokens: 0, outputTokens: 0, modelCalls: 0 },
  });
});

test("an agent's wrong model setting fails at once", async () => {
  expect(await world.think({ step: {}, request: { model: "gpt-5" } })).toMatchObject({
    retry: "not_retryable",
    error: { message: 'There is no model "gpt-5". Use "builtin" or "openai:<model id>".' },
  });
});

test("a step that needs approval thinks only what a person approved", async () => {
  const step = { approval: {}, instructions: "Write the letter." };

  const asked = await world.think({ step });
  expect(asked).toMatchObject({
    type: "needs_approval",
    input: { instructions: "Write the letter.", input: null },
  });

  simulator.reply(text("Dear all"), jsonText(MEETS));
  const approvedInput = { value: { instructions: "Write a short letter.", input: null } };
  expect(await world.think({ step, request: { approvedInput } })).toMatchObject({
    type: "completed",
    input: approvedInput.value,
  });
  expect(simulator.requests.at(-2)?.text).toContain("Write a short letter.");
});

test("the same steps work over Chat Completions", async () => {
  const chat = await openStepWorld({ OPENAI_API: "chat" });
  chat.simulator.reply(text("Done."), jsonText(MEETS));

  expect(await chat.think({ step: {} })).toMatchObject({
    type: "completed",
    output: "Done.",
    usage: { inputTokens: 24 },
  });
  expect(chat.simulator.requests.map((request) => request.url)).toEqual([
    "/v1/chat/completions",
    "/v1/chat/completions",
  ]);
  await chat.close();
});
