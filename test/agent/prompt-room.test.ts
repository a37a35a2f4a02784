import { Buffer } from "node:buffer";
import { afterAll, expect, test } from "vitest";
import { fairShares } from "#server/core/fair-shares.ts";
import { openStepWorld } from "#test/agent/step-world.ts";
import { jsonText, text } from "#test/openai-simulator.ts";
import { makePlan } from "#test/make.ts";

const world = await openStepWorld();
const large = await openStepWorld({ MODEL_CONTEXT_TOKENS: "1000000" });
afterAll(() => Promise.all([world.close(), large.close()]));

const unjudged = { expectedOutput: "", dependsOn: ["a", "b", "c"] };
const plan = makePlan({ a: [], b: [], c: [] });
const outputs = (...values: string[]) =>
  Object.fromEntries(
    ["a", "b", "c"].map((id, index) => [id, { status: "completed" as const, output: values[index] ?? "" }]),
  );
const promptOf = (simulator: typeof world.simulator) => simulator.requests.at(-1)?.text ?? "";

test("who needs little has all of it, and the others share the rest equally", () => {
  expect(fairShares([10, 1_000, 1_000], 100)).toEqual([10, 45, 45]);
  expect(fairShares([1_000, 10, 40], 100)).toEqual([50, 10, 40]);
  expect(fairShares([20, 30], 100)).toEqual([20, 30]);
  expect(fairShares([0, 7], 0)).toEqual([0, 0]);
  expect(fairShares([], 100)).toEqual([]);
});

test("LLM-A07: three outputs of 400 KB are each cut alike, the prompt and the result say so, and every time the same", async () => {
  const results = outputs("a".repeat(409_600), "b".repeat(409_600), "c".repeat(409_600));
  world.simulator.reply(text("Read."), text("Read."));

  const first = await world.think({ step: unjudged, request: { plan, results } });
  const prompt = promptOf(world.simulator);
  const second = await world.think({ step: unjudged, request: { plan, results } });

  expect(first).toMatchObject({ type: "completed", output: "Read." });
  expect(first.cuts).toEqual(
    [1, 2, 3].map((number) => ({
      prompt: "step",
      label: `Step ${number} "${"abc"[number - 1]}" (${"abc"[number - 1]}), completed, output`,
      kept: number === 3 ? 21_334 : 21_333,
      of: 409_600,
    })),
  );
  expect(prompt.match(/\[cut: the first 2133\d of 409600 characters\]/g)).toHaveLength(3);
  expect(prompt.length).toBeLessThan(80_000);
  expect(promptOf(world.simulator)).toBe(prompt);
  expect(second.cuts).toEqual(first.cuts);
});

test("LLM-A07: short data stays whole beside long data, and a character is never torn", async () => {
  const results = outputs("short and whole", "ä😀".repeat(100_000), "");
  world.simulator.reply(text("Read."));

  const result = await world.think({ step: unjudged, request: { plan, results } });

  expect(result.cuts).toHaveLength(1);
  expect(result.cuts?.[0]?.label).toContain('Step 2 "b"');
  const [kept] = /(?:ä😀)+ä?/.exec(promptOf(world.simulator)) ?? [""];
  expect(Buffer.byteLength(kept)).toBeGreaterThan(63_900);
  expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(64_000);
  expect(promptOf(world.simulator)).toContain("short and whole");
  expect(promptOf(world.simulator)).not.toMatch(/\\ud83d(?!\\ude00)|\ufffd/i);
});

test("LLM-A07: input, run input, earlier tries and what is judged share the same room", async () => {
  const corrections = [
    { attempt: 1, output: "o".repeat(50_000), problem: "p".repeat(40_000), whatToChange: "More." },
  ];
  const request = { plan, results: outputs("a".repeat(50_000)), runInput: "r".repeat(50_000), corrections };
  const step = {
    expectedOutput: "Words.",
    dependsOn: ["a"],
    usesRunInput: true,
    input: { all: "$a.output" },
  };
  world.simulator.reply(
    text("w".repeat(90_000)),
    jsonText({ reason: "Yes.", meets: true, whatToChange: "" }),
  );

  const result = await world.think({ step, request });

  expect(result.cuts?.map(({ prompt, label }) => `${prompt} ${label}`)).toEqual([
    "step Input",
    "step Run input",
    'step Step 1 "a" (a), completed, output',
    "step Attempt 1",
    "judge Output",
  ]);
  for (const { text: sent } of world.simulator.requests.slice(-2)) expect(sent.length).toBeLessThan(80_000);
});

test("LLM-A07: a model that reads more gets more", async () => {
  const results = outputs("a".repeat(409_600), "b".repeat(409_600), "c".repeat(409_600));
  large.simulator.reply(text("Read."));

  const result = await large.think({ step: unjudged, request: { plan, results } });

  expect(result.cuts).toBeUndefined();
  expect(promptOf(large.simulator).length).toBeGreaterThan(3 * 409_600);
});

test.each([2_500, 2 * 1024 * 1024])(
  "LLM-A08: a tool is given all %i characters, and only the prompt that fills in the rest is cut",
  async (characters) => {
    const { readFile } = await import("node:fs/promises");
    const ids = Array.from({ length: Math.ceil(characters / 5) }, (_, index) =>
      String(index % 10_000).padStart(4, "0"),
    )
      .join(",")
      .slice(0, characters);
    const step = {
      kind: "tool" as const,
      tool: "write_file",
      expectedOutput: "",
      dependsOn: ["a"],
      input: { path: `whole-${characters}.txt`, content: "$a.output" },
    };
    const asked = { plan, results: outputs(ids) };

    const whole = await world.act({ step, request: asked });
    const { path: _path, ...withoutPath } = step.input;
    world.simulator.reply(jsonText({ path: `filled-${characters}.txt` }));
    const filled = await world.think({ step: { ...step, input: withoutPath }, request: asked });

    expect(whole).toMatchObject({ type: "completed", input: { content: ids } });
    expect(whole.cuts).toBeUndefined();
    expect(await readFile(`${world.folder}/whole-${characters}.txt`, "utf8")).toBe(ids);
    expect(filled).toMatchObject({ type: "completed", input: { content: ids } });
    expect(await readFile(`${world.folder}/filled-${characters}.txt`, "utf8")).toBe(ids);
    expect(filled.cuts?.map(({ prompt }) => prompt)).toEqual(
      characters > 64_000 ? ["input", "input"] : undefined,
    );
  },
);
