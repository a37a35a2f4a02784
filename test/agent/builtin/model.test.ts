import type { LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { convertReadableStreamToArray } from "ai/test";
import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import { optionsWith, type PlanningFacts } from "#server/agent/builtin/planning-facts.ts";
import { makePlan } from "#test/make.ts";

const plan = makePlan(
  { "fetch-news": [], "write-digest": ["fetch-news"], "send-digest": ["write-digest"] },
  {
    "fetch-news": { title: "Fetch the news" },
    "write-digest": { title: "Write the digest" },
    "send-digest": { title: "Send the digest" },
  },
);

const facts: PlanningFacts = {
  tools: ["read_file"],
  toolFacts: [],
  agents: [],
  now: "2026-12-01T09:00:00.000Z",
  timezone: "Europe/Berlin",
  schedules: [],
  webhooks: [],
  failedRun: null,
  revisions: [{ revision: 1, words: "First plan" }],
  undo: [],
  redo: [],
  current: { revision: 1, plan },
  before: null,
  seen: null,
  retiredIds: [],
  issues: [],
};

function promptOf(words: string): LanguageModelV4Prompt {
  const text = `<context>\n</context>\n\n<message>\n${words}\n</message>`;
  return [{ role: "user", content: [{ type: "text", text }], providerOptions: optionsWith(facts) }];
}

function optionsOf(
  words: string,
  over: Partial<LanguageModelV4CallOptions> = {},
): LanguageModelV4CallOptions {
  const tools = [{ type: "function" as const, name: "edit_plan", inputSchema: {} }];
  return { prompt: promptOf(words), tools, ...over };
}

test("an order becomes one call of edit_plan that names the step by its id", async () => {
  const { content, finishReason } = await createBuiltinPlanner().doGenerate(optionsOf("remove step 2"));

  const [call] = content;
  expect(content).toHaveLength(1);
  expect(call).toMatchObject({ type: "tool-call", toolName: "edit_plan" });
  const input: unknown = JSON.parse(call?.type === "tool-call" ? call.input : "null");
  expect(input).toMatchObject({
    baseRevision: 1,
    edits: [{ op: "remove_step", step: "write-digest", rewire: "bridge" }],
  });
  expect(finishReason.unified).toBe("tool-calls");
});

test("a stream gives the same call as one answer at once, between start and finish", async () => {
  const planner = createBuiltinPlanner();

  const { stream } = await planner.doStream(optionsOf("remove step 2"));
  const parts = await convertReadableStreamToArray(stream);
  const { content } = await planner.doGenerate(optionsOf("remove step 2"));

  expect(parts.map((part) => part.type)).toEqual([
    "stream-start",
    "tool-input-start",
    "tool-input-delta",
    "tool-input-end",
    "tool-call",
    "finish",
  ]);
  expect(parts.find((part) => part.type === "tool-call")).toEqual(content[0]);
});

test("without the tool, or with calls forbidden, it answers in words and claims nothing", async () => {
  const planner = createBuiltinPlanner();

  const untold = await planner.doGenerate(optionsOf("remove step 2", { tools: [] }));
  const forbidden = await planner.doGenerate(optionsOf("remove step 2", { toolChoice: { type: "none" } }));

  for (const { content } of [untold, forbidden]) {
    expect(content).toEqual([{ type: "text", text: expect.stringContaining("Nothing was changed.") }]);
  }
});

test("a call that is aborted before it begins fails with the reason of the signal", async () => {
  const signal = AbortSignal.abort(new Error("The person pressed stop."));

  const answer = createBuiltinPlanner().doGenerate(optionsOf("remove step 2", { abortSignal: signal }));

  await expect(answer).rejects.toThrow("The person pressed stop.");
});

test("after a result it says what the tool confirmed, and a refusal is passed on as one", async () => {
  const planner = createBuiltinPlanner();
  const call = { toolCallId: "c1", toolName: "edit_plan" };
  const after = (value: string): LanguageModelV4Prompt => [
    ...promptOf("remove step 2"),
    { role: "assistant", content: [{ type: "tool-call", ...call, input: {} }] },
    { role: "tool", content: [{ type: "tool-result", ...call, output: { type: "text", value } }] },
  ];

  const done = await planner.doGenerate({
    ...optionsOf(""),
    prompt: after('r2: Removed "Write the digest"\nThe plan has 2 steps now.'),
  });
  const refused = await planner.doGenerate({
    ...optionsOf(""),
    prompt: after("Refused, nothing was changed. The plan is at revision 4."),
  });

  expect(done.content).toEqual([
    { type: "text", text: 'Removed step 2 "Write the digest". The plan has 2 steps now.' },
  ]);
  expect(refused.content).toEqual([{ type: "text", text: "That was refused: The plan is at revision 4." }]);
});

test("two messages of one chat never share the id of a call", async () => {
  const planner = createBuiltinPlanner();
  const later: LanguageModelV4Prompt = [
    { role: "user", content: [{ type: "text", text: "hello" }] },
    { role: "assistant", content: [{ type: "text", text: "Hello!" }] },
    ...promptOf("remove step 2"),
  ];

  const first = await planner.doGenerate(optionsOf("remove step 2"));
  const second = await planner.doGenerate({ ...optionsOf(""), prompt: later });

  const ids = [first, second].flatMap(({ content }) =>
    content.map((part) => (part.type === "tool-call" ? part.toolCallId : "")),
  );
  expect(new Set(ids).size).toBe(2);
});
