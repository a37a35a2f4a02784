import { afterAll, expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import type { RunEvent } from "#server/core/run.ts";
import { makePlan } from "#test/make.ts";
import { jsonText, startOpenAiSimulator, text, truncated } from "#test/openai-simulator.ts";
import { openRealRuns } from "#test/real-runs.ts";
import { send } from "#test/serve-app.ts";
import { standing, stepOf, untilOver } from "#test/run-world.ts";
import { startHttpServer } from "#test/tools/http-server.ts";

const model = await startOpenAiSimulator();
const world = await openRealRuns({
  MODEL: "openai:sim-model",
  OPENAI_API_KEY: "sk-outputs-0123456789",
  OPENAI_BASE_URL: model.baseUrl,
});
const outside = await startHttpServer(({ url }, response) => {
  const bodies: Record<string, string> = {
    "/odd": '{"output":"a\\u0000b\\ud800c\\ud83d\\ude00"}',
    "/large": JSON.stringify({ words: "lorem ".repeat(68_000) }),
  };
  response.setHeader("content-type", "application/json");
  response.end(bodies[url] ?? "{}");
});
afterAll(() => Promise.all([world.close(), outside.close(), model.close()]));
const { ctx } = world;

const tool = (name: string, input: Step["input"], over: Partial<Step> = {}): Partial<Step> => ({
  kind: "tool",
  tool: name,
  input,
  expectedOutput: "",
  ...over,
});

test("LOG-A01: a NUL and half an emoji become replacement characters, whole ones stay, and nothing stops", async () => {
  const plan = makePlan(
    { fetch: [], compute: [], use: ["fetch"], write: ["use"] },
    {
      fetch: tool("http_request", { url: `${outside.url}/odd` }),
      compute: tool("transform", { expression: '{"x\\u0000y": "p\\ud800q\\ud83d\\ude00"}', data: null }),
      use: tool("transform", { expression: "body.output", data: "$fetch.output" }),
      write: tool("write_file", { path: "odd.txt", content: "$use.output" }),
    },
  );

  const run = await untilOver(ctx, await world.run(plan));
  const file = await send(world.url, `/api/runs/${run.runId}/files/odd.txt`);
  const page = await send(world.url, `/api/runs/${run.runId}`);

  expect(run.status).toBe("completed");
  expect(stepOf(run, "use").output).toBe("a\ufffdb\ufffdc😀");
  expect(stepOf(run, "compute").output).toEqual({ "x\ufffdy": "p\ufffdq😀" });
  expect(file.body).toBe("a\ufffdb\ufffdc😀");
  expect(JSON.parse(page.body).status).toBe("completed");
});

test("LOG-A04: a thousand lines of many steps come in one order, live and when they are read again", async () => {
  const ids = Array.from({ length: 498 }, (_, index) => `w${index}`);
  const plan = makePlan(
    { root: [], ...Object.fromEntries(ids.map((id) => [id, ["root"]])) },
    {
      root: tool("transform", { expression: "1", data: null }),
      ...Object.fromEntries(ids.map((id) => [id, { kind: "wait" as const, wait: { seconds: 0.1 } }])),
    },
  );
  const runId = await world.run(plan);

  const stream = await fetch(`${world.url}/api/runs/${runId}/events`, {
    headers: { accept: "text/event-stream" },
  });
  const live = [...(await stream.text()).matchAll(/^data: (\{.*\})$/gm)].map(
    ([, line = "{}"]) => JSON.parse(line) as RunEvent,
  );
  const again = await world.events(runId);

  expect(live.length).toBeGreaterThanOrEqual(1_000);
  expect(live.map(({ seq }) => seq)).toEqual(live.map((_, index) => index + 1));
  expect(again.length).toBe(Math.min(1_000, live.length));
  expect(live.slice(0, again.length)).toEqual(again);
  expect(new Set(live.map(({ at }) => at)).size).toBeLessThan(live.length / 2);
});

test("LLM-A05, LLM-A06: a cut, a refused, a stopped and an empty answer are attempts that failed, each with its reason", async () => {
  const think = (words: string): Partial<Step> => ({
    instructions: words,
    maxAttempts: 2,
    expectedOutput: "",
  });
  const plan = makePlan(
    { cut: [], stopped: [], refused: [], empty: [], form: [] },
    {
      cut: think("Think of a cut answer."),
      stopped: think("Think of a stopped answer."),
      refused: { ...think("Think of a refused answer."), expectedOutput: "A story." },
      empty: think("Think of an empty answer."),
      form: { ...think("Think of a cut form."), outputSchema: { type: "object" } },
    },
  );
  const refuses = jsonText({ reason: "It only says no.", meets: false, whatToChange: "Tell the story." });
  model.replyTo("a cut answer", truncated("Once upon"), text("Whole."));
  model.replyTo("a stopped answer", truncated("", "content-filter"), text("Allowed."));
  model.replyTo(
    "a refused answer",
    text("I'm sorry, I can't."),
    refuses,
    text("I'm sorry, I can't."),
    refuses,
  );
  model.replyTo("an empty answer", text(""), text("Something."));
  model.replyTo("a cut form", truncated('{"steps":[{"title":"a"},{"title":"b"}'), jsonText({ steps: [] }));

  const run = await untilOver(ctx, await world.run(plan));
  const told = (stepId: string) => stepOf(run, stepId).attempts[0]?.error?.message;

  expect(standing(run)).toEqual({
    cut: "completed",
    stopped: "completed",
    refused: "failed/attempts_exhausted",
    empty: "completed",
    form: "completed",
  });
  expect(told("cut")).toContain("cut off at its length limit");
  expect(told("stopped")).toContain("content filter");
  expect(told("refused")).toContain("It only says no.");
  expect(told("empty")).toContain("empty answer");
  expect(told("form")).toContain("cut off at its length limit");
  expect(stepOf(run, "form").output).toEqual({ steps: [] });
});

test("LLM-A07, LLM-A08: three large fetches are cut for the model with a note in its prompt and in the log, and kept whole for tools", async () => {
  const fetching = tool("http_request", { url: `${outside.url}/large` });
  const plan = makePlan(
    { one: [], two: [], three: [], read: ["one", "two", "three"], count: ["one"] },
    {
      one: fetching,
      two: fetching,
      three: fetching,
      read: { instructions: "Read what was fetched.", expectedOutput: "" },
      count: tool("transform", { expression: "$length(body.words)", data: "$one.output" }),
    },
  );
  model.replyTo("Read what was fetched.", text("I read the beginnings."));

  const run = await untilOver(ctx, await world.run(plan));
  const events = await world.events(run.runId);
  const ended = events.find(({ type, stepId }) => type === "step-completed" && stepId === "read");
  const prompt = model.requests.at(-1)?.text ?? "";

  expect(run.status).toBe("completed");
  expect(stepOf(run, "count").output).toBe(408_000);
  expect(ended?.data["cuts"]).toMatchObject(
    [1, 2, 3].map((number) => ({ prompt: "step", label: expect.stringContaining(`Step ${number} `) })),
  );
  expect(prompt.match(/\[cut: the first \d+ of \d+ characters\]/g)).toHaveLength(3);
  expect(prompt.length).toBeLessThan(90_000);
});
