import { expect, test } from "vitest";
import { createBuiltinPlanner } from "#server/agent/builtin/model.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { openSession } from "#test/eval/session.ts";
import { workspaceTools } from "#test/eval/workspace-tools.ts";
import { makePlan } from "#test/make.ts";

const check = { path: "bytes", op: ">", value: 3, everySeconds: 5, withinSeconds: 60 } as const;
const precondition = {
  tool: "list_files",
  input: { path: "in" },
  path: "files",
  op: "exists",
  value: true,
} as const;
const chain = { run: [], pause: ["run"], look: ["pause"], save: ["look"], think: ["save"] };

/** A step of every kind. */
const kinds: Plan = {
  ...makePlan(chain, {
    run: { title: "Run it", kind: "agent", agent: "digest", input: { day: 1 } },
    pause: { title: "Pause", kind: "wait", wait: { seconds: 5 } },
    look: { title: "Look", kind: "check", tool: "read_file", input: { path: "a" }, check, verifies: "run" },
    save: {
      title: "Save",
      kind: "tool",
      tool: "write_file",
      input: { path: "out.md", content: "$look.output", "a b": 1, headers: { a: 1, b: [1, 2] } },
      instructions: "Write it.\nAll of it.",
      expectedOutput: "A file",
      precondition,
      timeoutSeconds: 77,
      approval: { reason: "Boss", expiresAfterHours: 3, approvers: 2 },
      outputSchema: { type: "object" },
      onError: "continue",
      maxAttempts: 5,
      usesRunInput: true,
      if: "$look.output.x == 'q · z' && $look.output.n < 3",
    },
  }),
  budget: { wallSeconds: 60, tokens: 500 },
};

async function say(words: string, plan: Plan = kinds) {
  const session = openSession(createBuiltinPlanner(), plan, workspaceTools, ["first", "digest"]);
  const { reply, changed } = await session.say(words);
  return { reply, changed, plan: session.plan() ?? plan };
}

function without(step: Step | undefined, ...fields: (keyof Step)[]) {
  const kept = Object.entries(step ?? {}).filter(([field]) => !fields.some((other) => other === field));
  return Object.fromEntries(kept);
}

const REPAIRS: [string, number, (step: Step) => unknown][] = [
  ["Make step 1 a reasoning step", 0, (step) => ({ ...without(step, "agent", "input"), kind: "reasoning" })],
  ["Make step 2 a reasoning step", 1, (step) => ({ ...without(step, "wait"), kind: "reasoning" })],
  [
    "Make step 3 a reasoning step",
    2,
    (step) => ({ ...without(step, "tool", "input", "check", "verifies"), kind: "reasoning" }),
  ],
  ["Make step 3 a tool step", 2, (step) => ({ ...without(step, "check", "verifies"), kind: "tool" })],
  ["Make step 5 a wait step of 2 minutes", 4, (step) => ({ ...step, kind: "wait", wait: { seconds: 120 } })],
  ["Set the wait of step 2 to 60 seconds", 1, (step) => ({ ...step, wait: { seconds: 60 } })],
  ["Run the agent first in step 1", 0, (step) => ({ ...step, agent: "first" })],
  ["Run the agent first in step 5", 4, (step) => ({ ...step, kind: "agent", agent: "first" })],
  ["Drop the field agent of step 1", 0, (step) => without(step, "agent")],
  ["Drop the field input of step 1", 0, (step) => without(step, "input")],
  ["Drop the field verifies of step 3", 2, (step) => without(step, "verifies")],
  ["Drop the field outputSchema of step 4", 3, (step) => without(step, "outputSchema")],
  ["Step 3 verifies nothing", 2, (step) => without(step, "verifies")],
  ["Step 3 verifies step 2", 2, (step) => ({ ...step, verifies: "pause" })],
  ["Drop the precondition of step 4", 3, (step) => without(step, "precondition")],
];

test.each(REPAIRS)("'%s' changes that and nothing else", async (words, at, expected) => {
  const { plan, reply } = await say(words);

  const steps = kinds.steps.map((step, index) => (index === at ? expected(step) : step));
  expect(plan, reply).toEqual({ ...kinds, steps });
});

const INPUTS: [string, unknown][] = [
  ['Leave "a b" out of the input of step 4', { headers: { a: 1, b: [1, 2] } }],
  ["Leave headers.a out of the input of step 4", { "a b": 1, headers: { b: [1, 2] } }],
  ["Leave headers.b[0] out of the input of step 4", { "a b": 1, headers: { a: 1, b: [2] } }],
  ['Rename the parameter "a b" to "c d" in step 4', { "c d": 1, headers: { a: 1, b: [1, 2] } }],
  ["Rename the parameter headers.a to headers.c in step 4", { "a b": 1, headers: { c: 1, b: [1, 2] } }],
  ['Set the headers.a of step 4 to "5"', { "a b": 1, headers: { a: "5", b: [1, 2] } }],
  ['Set the "a b" of step 4 to `say "x"`', { "a b": 'say "x"', headers: { a: 1, b: [1, 2] } }],
];

test.each(INPUTS)("'%s' changes that part of the input alone", async (words, expected) => {
  const { plan, reply } = await say(words);

  const input = { path: "out.md", content: "$look.output", ...Object(expected) };
  expect(plan, reply).toEqual({
    ...kinds,
    steps: kinds.steps.map((step) => (step.id === "save" ? { ...step, input } : step)),
  });
});

const HEADS: [string, Partial<Plan>][] = [
  ["Leave wallSeconds out of the budget", { budget: { tokens: 500 } }],
  ["Drop the budget", { budget: undefined }],
  ["Set the budget to 100 tokens", { budget: { wallSeconds: 60, tokens: 100 } }],
  ["Set the budget to 5 minutes", { budget: { wallSeconds: 300, tokens: 500 } }],
  ["Set the budget to $2.50", { budget: { wallSeconds: 60, tokens: 500, costUsd: 2.5 } }],
  ['Set the objective to "Tell Ann. Then stop"', { objective: "Tell Ann. Then stop" }],
  ["Change the objective to Tell Ann", { objective: "Tell Ann" }],
];

test.each(HEADS)("'%s' changes the plan's head alone", async (words, expected) => {
  const { plan, reply } = await say(words);

  expect(plan, reply).toEqual({ ...kinds, ...expected });
});

test("the reply to a change of kind says what went with it", async () => {
  const { reply } = await say("Make step 4 a reasoning step");

  expect(reply).toBe(
    'Step 4 "Save" is a reasoning step now. Step 4 "Save" no longer has tool and input, which a reasoning step does not take.',
  );
});

const ANSWERED: [string, string][] = [
  ["Make step 5 a tool step", 'Which tool should step 5 "Think" call?'],
  ["Make step 5 an agent step", 'Which agent should step 5 "Think" run? There are first and digest.'],
  ["Make step 5 a wait step", 'How long should step 5 "Think" wait?'],
  ["Make step 5 a check step", 'What should step 5 "Think" look at?'],
  ["Run the agent nobody in step 5", 'There is no agent "nobody": there is first and digest.'],
  ["Set the wait of step 1 to 60 seconds", 'Step 1 "Run it" is an agent step, and only a wait step waits'],
  ["Drop the field wait of step 2", 'Step 2 "Pause" is a wait step, which needs its wait.'],
  ["Drop the field check of step 3", 'Step 3 "Look" is a check step, which needs its check.'],
  ["Drop the precondition of step 1", 'Step 1 "Run it" has no precondition.'],
  ["Step 3 verifies step 1", 'The plan already is so: step 3 "Look" verifies step 1 "Run it".'],
  ['split step 2 into "x" and "y"', 'Step 2 "Pause" only waits, and a wait has no parts.'],
  ["Add a check after step 1 that verifies it", 'What should be looked at to confirm step 1 "Run it"'],
].map(([words = "", start = ""]) => [words, start.replace("Think", "think")]);

test.each(ANSWERED)("'%s' changes nothing and says why", async (words, start) => {
  const { plan, reply } = await say(words);

  expect(plan).toBe(kinds);
  expect(reply.slice(0, start.length)).toBe(start);
});

test("what a new kind lacks can be answered in a word", async () => {
  const session = openSession(createBuiltinPlanner(), kinds, workspaceTools, ["digest"]);
  await session.say("Make step 5 a wait step");
  await session.say("2 minutes");

  expect(session.plan()?.steps[4]).toMatchObject({ kind: "wait", wait: { seconds: 120 } });
});

test.each(kinds.steps.map((step, index) => [index + 1, step] as const))(
  "a copy of step %i has everything that the step has",
  async (number, step) => {
    const { plan, reply } = await say(`Copy step ${number} as "Second q"`);

    const copy = { ...step, id: "second-q", title: "Second q" };
    expect(plan.steps[number], reply).toEqual(copy);
    expect(plan.steps.filter((other) => other.id !== "second-q")).toEqual(kinds.steps);
  },
);

test("of steps that share an id each is known by its number", async () => {
  const shared = makePlan({ fetch: [], sum: ["fetch"], again: ["sum", "fetch"] });
  const steps = shared.steps.map((step) => (step.id === "again" ? { ...step, id: "fetch" } : step));
  const plan = { ...shared, steps };

  const free = await say("Step 3 does not depend on itself", plan);
  const copied = await say('Copy step 3 as "Fetch refunds" and remove step 3', plan);

  expect(free.plan.steps.map((step) => step.dependsOn)).toEqual([[], ["fetch"], ["sum"]]);
  expect(copied.plan.steps.map((step) => step.id)).toEqual(["fetch", "sum", "fetch-refunds"]);
  expect(copied.plan.steps[2]?.dependsOn).toEqual(["sum", "fetch"]);
});

test("a dependency on what is no step is named by its own words in quotes", async () => {
  const plan = makePlan({ a: [], b: ["a", "step 1", "x and y"] }, { a: { title: "x and y" } });

  const words = await say('Remove the dependency of step 2 on "step 1"', plan);
  const step = await say("Remove the dependency of step 2 on step 1", plan);
  const title = await say('Remove the dependency of step 2 on "x and y"', plan);

  expect(words.plan.steps[1]?.dependsOn).toEqual(["a", "x and y"]);
  expect(step.plan.steps[1]?.dependsOn).toEqual(["step 1", "x and y"]);
  expect(title.plan.steps[1]?.dependsOn).toEqual(["a", "step 1"]);
});

test("fields that a kind does not take can be dropped one by one", async () => {
  const plan = makePlan({ a: [], b: ["a"] }, { a: { input: { q: 1 } }, b: { wait: { seconds: 3 } } });

  const input = await say("Drop the field input of step 1", plan);
  const wait = await say("Drop the field wait of step 2", plan);
  const kind = await say("Make step 1 a reasoning step", plan);

  for (const { plan: after } of [input, kind]) expect(after.steps[0]).not.toHaveProperty("input");
  expect(wait.plan.steps[1]).not.toHaveProperty("wait");
});

test("a check of a written file reads that file, confirms the step and rewires nothing", async () => {
  const { plan } = await say("Add a check after step 4 that verifies it");

  expect(plan.steps[4]).toMatchObject({
    kind: "check",
    tool: "read_file",
    input: { path: "out.md" },
    dependsOn: ["save"],
    check: { path: "bytes", op: "exists", value: true },
    verifies: "save",
  });
  expect(plan.steps.filter((_step, index) => index !== 4)).toEqual(kinds.steps);
});

test("titles of parts are what stands in the quotes", async () => {
  const { plan } = await say('split step 5 into "x" and "Write it, then go"');

  expect(plan.steps.slice(4).map((step) => step.title)).toEqual(["x", "Write it, then go"]);
});

test("an order after a change is no correction of it", async () => {
  const plan = makePlan({ a: [], b: ["a"], c: ["b"], d: ["c"] });
  const orders: [string, (steps: readonly Step[]) => void][] = [
    ["it should be retried six times on failure", (steps) => expect(steps[1]?.maxAttempts).toBe(7)],
    ["wait for my go-ahead before it", (steps) => expect(steps[1]?.approval).toEqual({})],
    ["I want to sign off on it first", (steps) => expect(steps[1]?.approval).toEqual({})],
    [
      "ok, step 1 should be where step 4 is, and the other way round",
      (steps) => expect(steps.map((step) => step.id)).toEqual(["d", "b", "c", "a"]),
    ],
  ];
  for (const [words, holds] of orders) {
    const session = openSession(createBuiltinPlanner(), plan, workspaceTools);
    await session.say('rename step 2 to "Second"');
    const { reply } = await session.say(words);

    const steps = session.plan()?.steps ?? [];
    expect(steps.find((step) => step.id === "b")?.title, reply).toBe("Second");
    holds(steps);
  }
});
