import { expect, test } from "vitest";
import { importPlan } from "#server/core/plan-import.ts";
import { importedAs } from "./imported.ts";

/** What one step with these fields becomes, without what every step has, and what is said about it. */
function stepFrom(fields: Record<string, unknown>): [Record<string, unknown>, string[]] {
  const { plan, issues } = importedAs({
    steps: [
      { id: "a", title: "A", ...fields },
      { id: "b", title: "B" },
    ],
  });
  const { id, title, instructions, expectedOutput, dependsOn, ...rest } = plan.steps[0] ?? {};
  const lead = 'Step 1 "A" came with ';
  return [
    rest,
    issues.map(({ message }) => message.replace(lead, "").replace(/ (?:It was|They were) left out\.$/, "")),
  ];
}

test.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
  [
    "a command is the input of a shell",
    { shell: "npm test" },
    { kind: "tool", tool: "shell", input: { command: "npm test" } },
    [],
  ],
  [
    "lines of a script are one command",
    { script: ["npm ci", "npm test"] },
    { kind: "tool", tool: "shell", input: { command: "npm ci\nnpm test" } },
    [],
  ],
  [
    "a command beside the name of its shell",
    { run: "npm test", shell: "bash", with: { node: 24 } },
    { kind: "tool", tool: "shell", input: { node: 24, command: "npm test" } },
    ['"shell", which a step does not have.'],
  ],
  [
    "a command with a list of words behind it",
    { cmd: "npm", args: ["test"] },
    { kind: "tool", tool: "shell", input: { command: "npm", args: ["test"] } },
    [],
  ],
  [
    "a command in an object",
    { bash: { command: "npm test", cwd: "/tmp" } },
    { kind: "tool", tool: "shell", input: { command: "npm test" } },
    ['"bash.cwd", which a step does not have.'],
  ],
  [
    "a tool that is a shell",
    { tool: "zsh", command: "ls" },
    { kind: "tool", tool: "zsh", input: { command: "ls" } },
    [],
  ],
  [
    "a command beside any other tool",
    { tool: "http_get", command: "ls" },
    { kind: "tool", tool: "http_get" },
    ['"command", which a step does not have.'],
  ],
  [
    "a command that is no text",
    { shell: { a: 1 } },
    { kind: "reasoning" },
    ['shell {"a":1}, which takes a text.'],
  ],
  ["a capsule is a tool", { capsule: "http_get" }, { kind: "tool", tool: "http_get" }, []],
  [
    "a capsule beside a tool",
    { tool: "http_get", capsule: "web" },
    { kind: "tool", tool: "http_get" },
    ['"capsule", which a step does not have.'],
  ],
  [
    "a tool as an object",
    { tool: { name: "http_get", arguments: { url: "x" }, policy: "on" } },
    { kind: "tool", tool: "http_get", input: { url: "x" } },
    ['"tool.policy", which a step does not have.'],
  ],
  [
    "a tool as an object beside an input",
    { tool: { name: "http_get", args: { url: "x" } }, input: { url: "y" } },
    { kind: "tool", tool: "http_get", input: { url: "y" } },
    ['"tool.args", which a step does not have.'],
  ],
  [
    "an agent as an object",
    { agent: { slug: "writer", role: "poet" } },
    { kind: "agent", agent: "writer" },
    ['"agent.role", which a step does not have.'],
  ],
  ["an agent by its name", { agent: "writer" }, { kind: "agent", agent: "writer" }, []],
  [
    "an agent without a name",
    { agent: {} },
    { kind: "reasoning" },
    ["agent {}, which takes the name of one agent."],
  ],
])("tools: %s", (_name, fields, step, said) => {
  expect(stepFrom(fields)).toEqual([step, said]);
});

const ON_ERROR_TAKES = "which takes skip_dependents, stop, skip or continue.";
test.each<[Record<string, unknown>, Record<string, unknown>, string[]]>([
  [{ on_error: "fail" }, { onError: "stop" }, []],
  [{ on_error: "ABORT" }, { onError: "stop" }, []],
  [{ on_failure: "ignore" }, { onError: "continue" }, []],
  [{ onError: "continueRegularOutput" }, { onError: "continue" }, []],
  [{ on_error: "skip-dependents" }, { onError: "skip_dependents" }, []],
  [{ on_error: { action: "skip" } }, { onError: "skip" }, []],
  [
    { on_error: { strategy: "stop", notify: "me" } },
    { onError: "stop" },
    ['"on_error.notify", which a step does not have.'],
  ],
  [{ on_error: true }, {}, [`on_error true, ${ON_ERROR_TAKES}`]],
  [{ on_error: "retry" }, {}, [`on_error "retry", ${ON_ERROR_TAKES}`]],
  [{ on_error: ["a"] }, {}, [`on_error ["a"], ${ON_ERROR_TAKES}`]],
  [{ on_error: {} }, {}, [`on_error {}, ${ON_ERROR_TAKES}`]],
  [{ "continue-on-error": true }, { onError: "continue" }, []],
  [{ allow_failure: false }, {}, []],
  [{ ignore_errors: "maybe" }, {}, ['ignore_errors "maybe", which takes true or false.']],
  [
    { onError: "stop", continueOnFail: true },
    { onError: "stop" },
    ['"continueOnFail", which a step does not have.'],
  ],
])("failure: %j", (fields, step, said) => {
  expect(stepFrom(fields)).toEqual([{ kind: "reasoning", ...step }, said]);
});

test.each<[Record<string, unknown>, Record<string, unknown>, string[]]>([
  [{ retries: 2 }, { maxAttempts: 3 }, []],
  [{ retries: 0 }, { maxAttempts: 1 }, []],
  [{ max_retries: "4" }, { maxAttempts: 5 }, []],
  [{ attempts: 2 }, { maxAttempts: 2 }, []],
  [{ max_tries: 2 }, { maxAttempts: 2 }, []],
  [{ retry: { max: 2 } }, { maxAttempts: 3 }, []],
  [{ retry: { limit: 2, delay: 5 } }, { maxAttempts: 3 }, ['"retry.delay", which a step does not have.']],
  [{ retryPolicy: { maximumAttempts: 4 } }, { maxAttempts: 4 }, []],
  [{ retry: false }, { maxAttempts: 1 }, []],
  [{ retry: true }, {}, []],
  [{ retry: {} }, {}, ["retry {}, which takes 0 to 9."]],
  [{ retries: " " }, {}, ['retries " ", which takes 0 to 9.']],
  [{ retries: 1.5 }, {}, ["retries 1.5, which takes 0 to 9."]],
  [{ retries: 12 }, {}, ["retries 12, which takes 0 to 9."]],
  [{ attempts: "often" }, {}, ['attempts "often", which takes 1 to 10.']],
  [{ maxAttempts: 2, retries: 5 }, { maxAttempts: 2 }, ['"retries", which a step does not have.']],
])("attempts: %j", (fields, step, said) => {
  expect(stepFrom(fields)).toEqual([{ kind: "reasoning", ...step }, said]);
});

const SECONDS_TAKES = "which takes 1 to 86400 seconds.";
test.each<[Record<string, unknown>, Record<string, unknown>, string[]]>([
  [{ timeout: 90 }, { timeoutSeconds: 90 }, []],
  [{ timeout: "90" }, { timeoutSeconds: 90 }, []],
  [{ timeout: "5m" }, { timeoutSeconds: 300 }, []],
  [{ timeout: " 1h 30m " }, { timeoutSeconds: 5_400 }, []],
  [{ timeout: "1h30m10s" }, { timeoutSeconds: 5_410 }, []],
  [{ timeout: "2 Minutes" }, { timeoutSeconds: 120 }, []],
  [{ timeout: "1.5 hours" }, { timeoutSeconds: 5_400 }, []],
  [{ timeout: "1 day" }, { timeoutSeconds: 86_400 }, []],
  [{ timeout: "2000ms" }, { timeoutSeconds: 2 }, []],
  [{ timeout_ms: 5_000 }, { timeoutSeconds: 5 }, []],
  [{ "timeout-minutes": 5 }, { timeoutSeconds: 300 }, []],
  [{ timeout: 5, timeout_ms: 1 }, { timeoutSeconds: 5 }, ['"timeout_ms", which a step does not have.']],
  [{ timeout: "" }, {}, [`timeout "", ${SECONDS_TAKES}`]],
  [{ timeout: "5 parsecs" }, {}, [`timeout "5 parsecs", ${SECONDS_TAKES}`]],
  [{ timeout: "soon 5m" }, {}, [`timeout "soon 5m", ${SECONDS_TAKES}`]],
  [{ timeout: "5m soon" }, {}, [`timeout "5m soon", ${SECONDS_TAKES}`]],
  [{ timeout: [5] }, {}, [`timeout [5], ${SECONDS_TAKES}`]],
  [{ timeout: "2 days" }, {}, [`timeout "2 days", ${SECONDS_TAKES}`]],
  [{ timeout: 0.5 }, {}, [`timeout 0.5, ${SECONDS_TAKES}`]],
])("time: %j", (fields, step, said) => {
  expect(stepFrom(fields)).toEqual([{ kind: "reasoning", ...step }, said]);
});

test.each<[Record<string, unknown>, Record<string, unknown>, string[]]>([
  [{ wait: 60 }, { kind: "wait", wait: { seconds: 60 } }, []],
  [{ delay: "10m" }, { kind: "wait", wait: { seconds: 600 } }, []],
  [
    { wait: { until: "2030-01-31T09:00:00Z" } },
    { kind: "wait", wait: { until: "2030-01-31T09:00:00Z" } },
    [],
  ],
  [{ requires_approval: true }, { kind: "reasoning", approval: {} }, []],
  [{ approval: "required" }, { kind: "reasoning", approval: {} }, []],
  [{ approval: { approvers: 2 } }, { kind: "reasoning", approval: { approvers: 2 } }, []],
  [{ kind: "TOOL" }, { kind: "tool" }, []],
  [
    { check: { path: "a", op: "==", value: 1, everySeconds: 5, withinSeconds: 60 } },
    { kind: "check", check: { path: "a", op: "==", value: 1, everySeconds: 5, withinSeconds: 60 } },
    [],
  ],
  [{ usesRunInput: null, if: null }, { kind: "reasoning" }, []],
])("other settings: %j", (fields, step, said) => {
  expect(stepFrom(fields)).toEqual([step, said]);
});

test("a step without a title has the first line of its instructions, else its id in words, else its number", () => {
  const { plan } = importedAs({
    steps: [
      { id: "a", description: "\n Fetch it. \nThen sort." },
      { id: "send_the-digest" },
      { id: "_" },
      { needs: ["a"] },
      { id: "long", prompt: "x".repeat(130) },
      { number: 7, action: "Archive" },
    ],
  });

  expect(plan.steps.map(({ id, title }) => [id, title])).toEqual([
    ["a", "Fetch it."],
    ["send_the-digest", "Send the digest"],
    ["step-3", "Step 3"],
    ["step-4", "Step 4"],
    ["long", "x".repeat(120)],
    ["7", "Archive"],
  ]);
});

test("texts that are no texts are left out", () => {
  expect(stepFrom({ instructions: ["Fetch.", {}] })[1]).toEqual([
    'instructions ["Fetch.",{}], which takes a text.',
  ]);
  const { plan, issues } = importedAs({
    title: "T",
    tags: ["a", {}],
    assumptions: ["b", 1],
    steps: [{ id: "a", title: "A" }],
  });
  expect([plan.tags, plan.assumptions]).toEqual([[], ["b", "1"]]);
  expect(issues.map(({ message }) => message)).toEqual([
    'The plan came with tags ["a",{}], which takes a list of texts. It was left out.',
  ]);
});

test("a plan without a title has the first line of its objective", () => {
  const titleOf = (plan: object) => {
    const { title, objective } = importedAs({ steps: [{ id: "a", title: "A" }], ...plan }).plan;
    return [title, objective];
  };

  expect(titleOf({ goal: ["", "Send it.", "Daily."] })).toEqual(["Send it.", "\nSend it.\nDaily."]);
  expect(titleOf({ objective: " " })).toEqual(["Imported plan", " "]);
  expect(titleOf({ title: "Digest" })).toEqual(["Digest", "Digest"]);
  expect(titleOf({})).toEqual(["Imported plan", "Imported plan"]);
});

test("a budget is taken over as it is, or the plan is not", () => {
  const budgetOf = (budget: unknown) => {
    const { plan, issues } = importedAs({ title: "T", budget, steps: [{ id: "a", title: "A" }] });
    return [plan.budget, issues.map(({ message }) => message)];
  };
  const refusal = (budget: unknown) => {
    const read = importPlan(JSON.stringify({ title: "T", budget, steps: [{ id: "a", dependsOn: [] }] }));
    return read !== null && "error" in read ? read.error : null;
  };

  expect(budgetOf({})).toEqual([{}, []]);
  expect(budgetOf({ tool_calls: 5 })).toEqual([{ toolCalls: 5 }, []]);
  expect(budgetOf({ toolCalls: 0, tokens: null })).toEqual([{ toolCalls: 0 }, []]);
  const works = "Correct it, or leave it out for no limit, and send the plan again.";
  for (const wrong of [-1, 1.5, "7", true, [7], { most: 7 }])
    expect(refusal({ toolCalls: wrong, tokens: 9 })).toBe(
      `The plan's budget.toolCalls is ${JSON.stringify(wrong)}, but it takes a whole number from 0. ${works}`,
    );
  expect(refusal({ "tool-calls": -1 })).toContain("budget.toolCalls is -1");
  expect(refusal({ costUsd: -1, wallSeconds: "1h" })).toBe(
    `The plan's budget.costUsd is -1, but it takes a number from 0. The plan's budget.wallSeconds is "1h", but it takes a whole number from 0. ${works}`,
  );
  for (const wrong of ["small", 7, [], false])
    expect(refusal(wrong)).toBe(
      `The plan's budget is ${JSON.stringify(wrong)}, but it takes an object with toolCalls, tokens, costUsd, wallSeconds and approvals. ${works}`,
    );
});
