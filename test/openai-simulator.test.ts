import { createOpenAI } from "@ai-sdk/openai";
import { generateText, streamText, tool } from "ai";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { startOpenAiSimulator, text, toolCalls, truncated, unfinished } from "#test/openai-simulator.ts";

const simulator = await startOpenAiSimulator();
afterAll(() => simulator.close());

const openai = createOpenAI({ baseURL: simulator.baseUrl, apiKey: "test" });
const models = { responses: openai("sim-model"), chat: openai.chat("sim-model") };
const tools = { note: tool({ inputSchema: z.object({ words: z.string() }) }) };

test.each(Object.entries(models))(
  "%s: a text arrives whole, streamed or not, with its usage",
  async (_api, model) => {
    simulator.reply(text("Hello to you all"), text("Hello to you all"));

    const generated = await generateText({ model, prompt: "Hi" });
    const streamed = streamText({ model, prompt: "Hi" });

    expect(generated.text).toBe("Hello to you all");
    expect(generated.usage.totalTokens).toBe(19);
    expect(await streamed.text).toBe("Hello to you all");
    expect((await streamed.usage).totalTokens).toBe(19);
  },
);

test.each(Object.entries(models))("%s: two tool calls after a text arrive in order", async (_api, model) => {
  const calls = toolCalls(
    [
      { name: "note", args: { words: "one" } },
      { name: "note", args: { words: "two" } },
    ],
    "Now.",
  );
  simulator.reply(calls, calls);

  const generated = await generateText({ model, prompt: "Hi", tools });
  const streamed = streamText({ model, prompt: "Hi", tools });

  expect(generated.text).toBe("Now.");
  expect(generated.toolCalls.map((call) => call.input)).toEqual([{ words: "one" }, { words: "two" }]);
  expect((await streamed.toolCalls).map((call) => call.input)).toEqual([{ words: "one" }, { words: "two" }]);
});

test.each(Object.entries(models))("%s: a truncated and a cut-off answer say so", async (_api, model) => {
  simulator.reply(truncated("Once upon"), unfinished("cut-off"));

  const generated = await generateText({ model, prompt: "Hi" });
  const streamed = streamText({ model, prompt: "Hi" });

  expect(generated.finishReason).toBe("length");
  expect(await streamed.finishReason).toBe("interrupted");
});
