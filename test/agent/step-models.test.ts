import { generateText } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { expect, test } from "vitest";
import { createModels } from "#server/agent/models.ts";
import { readConfig } from "#server/config.ts";
import { startOpenAiSimulator, text } from "#test/openai-simulator.ts";

const builtin = new MockLanguageModelV4();

test("without a setting the built-in planner plans, and there is no model for steps", () => {
  const models = createModels(readConfig({}), builtin);

  expect(models.plannerName).toBe("builtin");
  expect(models.planner()).toBe(builtin);
  expect(models.step()).toBe(null);
});

test("an agent's own setting goes before the default, in both directions", () => {
  const models = createModels(readConfig({ OPENAI_API_KEY: "sk-1", MODEL: "openai:default" }), builtin);

  expect(models.planner("builtin")).toBe(builtin);
  expect(models.step("builtin")).toBe(null);
  expect(models.planner()).toMatchObject({ modelId: "default" });
  expect(models.step("openai:own")).toMatchObject({ modelId: "own" });
});

test("a hosted model without a key and a name that is none are refused with what would work", () => {
  const models = createModels(readConfig({}), builtin);

  expect(() => models.step("openai:gpt-5.2")).toThrow(
    'The model "openai:gpt-5.2" needs a key. Set OPENAI_API_KEY',
  );
  expect(() => models.planner("claude")).toThrow(
    'There is no model "claude". Use "builtin" or "openai:<model id>".',
  );
});

test("a server without keys gets a placeholder, never a key from elsewhere", async () => {
  const simulator = await startOpenAiSimulator();
  simulator.reply(text("Hi"));
  const models = createModels(
    readConfig({ MODEL: "openai:local", OPENAI_BASE_URL: simulator.baseUrl }),
    builtin,
  );

  await generateText({ model: models.planner(), prompt: "Hi" });

  expect(simulator.requests[0]).toMatchObject({
    headers: { authorization: "Bearer none" },
    body: { model: "local", store: false },
  });
  await simulator.close();
});
