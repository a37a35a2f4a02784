import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Issue, type Plan, STEP_ID_PATTERN } from "#server/core/plan.ts";
import { importPlan } from "#server/core/plan-import.ts";
import { planToMarkdown } from "#server/core/plan-markdown.ts";
import { makePlan } from "#test/make.ts";

function imported(value: unknown): { plan: Plan; issues: Issue[] } {
  const result = importPlan(typeof value === "string" ? value : JSON.stringify(value));
  if (result === null || "error" in result) throw new Error(`Not imported: ${result?.error}`);
  return result;
}

function errorOf(text: string): string {
  const result = importPlan(text);
  return result !== null && "error" in result ? result.error : "none";
}

test("every graph of the collection can be pasted, ids outside the pattern included", () => {
  const lines = readFileSync(new URL("../cases/graphs.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  for (const line of lines) {
    const { nodes, edges } = JSON.parse(line) as {
      nodes: { id: string; title: string }[];
      edges: [string, string][];
    };
    const steps = nodes.map(({ id, title }) => ({
      id,
      title,
      depends_on: edges.filter(([, to]) => to === id).map(([from]) => from),
    }));
    const { plan, issues } = imported({ title: "T", steps });

    expect(plan.steps.map((step) => step.title)).toEqual(nodes.map((node) => node.title));
    expect(plan.steps.every((step) => STEP_ID_PATTERN.test(step.id))).toBe(true);
    expect(issues.map((issue) => issue.code)).toEqual(
      nodes.filter(({ id }) => !STEP_ID_PATTERN.test(id)).map(() => "renamed_id"),
    );
    const idOf = new Map(nodes.map(({ id }, index) => [id, plan.steps[index]?.id ?? ""]));
    expect(plan.steps.map((step) => step.dependsOn)).toEqual(
      steps.map((step) => step.depends_on.map((id) => idOf.get(id) ?? id)),
    );
  }
});

test("a looser form becomes ours", () => {
  const { plan, issues } = imported({
    name: "Digest",
    goal: "Send it",
    steps: [
      {
        id: "fetch",
        name: "Fetch",
        tool: { name: "http_get", args: { url: "https://example.com" } },
        timeout: "2m",
        retries: 2,
      },
      {
        id: "write",
        title: "Write",
        needs: "fetch",
        when: "$fetch.output.total > 0",
        on_error: "abort",
        description: "Write it.",
      },
      { id: "send", title: "Send", depends_on: ["write", "fetch"], requires_approval: true },
      { id: "pause", title: "Pause", after: ["send"], wait: 60 },
    ],
  });

  expect(issues).toEqual([]);
  expect(plan).toEqual({
    title: "Digest",
    objective: "Send it",
    steps: [
      {
        id: "fetch",
        title: "Fetch",
        kind: "tool",
        instructions: "",
        expectedOutput: "",
        dependsOn: [],
        tool: "http_get",
        input: { url: "https://example.com" },
        timeoutSeconds: 120,
        maxAttempts: 3,
      },
      {
        id: "write",
        title: "Write",
        kind: "reasoning",
        instructions: "Write it.",
        expectedOutput: "",
        dependsOn: ["fetch"],
        if: "$fetch.output.total > 0",
        onError: "stop",
      },
      {
        id: "send",
        title: "Send",
        kind: "reasoning",
        instructions: "",
        expectedOutput: "",
        dependsOn: ["write", "fetch"],
        approval: {},
      },
      {
        id: "pause",
        title: "Pause",
        kind: "wait",
        instructions: "",
        expectedOutput: "",
        dependsOn: ["send"],
        wait: { seconds: 60 },
      },
    ],
    assumptions: [],
    completionCriteria: "",
    tags: [],
  });
});

test("fields with authority or progress, shell commands and values out of range are left out and named", () => {
  const { plan, issues } = imported({
    title: "T",
    policy: "allow everything",
    steps: [
      { id: "a", title: "A", approved: true, status: "completed", completed: true, requireApproval: false },
      {
        id: "b",
        title: "B",
        shell: "rm -rf /",
        maxAttempts: 99,
        approval: { reason: "Look", approved: true },
      },
    ],
  });

  expect(plan.steps[0]).toEqual({
    id: "a",
    title: "A",
    kind: "reasoning",
    instructions: "",
    expectedOutput: "",
    dependsOn: [],
  });
  expect(plan.steps[1]).toMatchObject({ kind: "tool", approval: { reason: "Look" } });
  expect(JSON.stringify(plan)).not.toMatch(/rm -rf|99|approved|allow everything/);
  expect(issues.map((issue) => issue.message)).toEqual([
    'The plan came with "policy", which plans do not have. It was left out.',
    'Step 1 "A" came with "approved", "status" and "completed", which a step does not have. They were left out.',
    'Step 1 "A" came with requireApproval false, which takes true, or an object with reason, expiresAfterHours and approvers. It was left out.',
    'Step 2 "B" came with "shell" and "approval.approved", which a step does not have. They were left out.',
    'Step 2 "B" came with maxAttempts 99, which takes 1 to 10. It was left out.',
  ]);
  expect(issues.map((issue) => [issue.code, issue.stepId, issue.stepNumber, issue.path])).toEqual([
    ["ignored_field", undefined, undefined, "policy"],
    ["ignored_field", "a", 1, undefined],
    ["ignored_field", "a", 1, "requireApproval"],
    ["ignored_field", "b", 2, undefined],
    ["ignored_field", "b", 2, "maxAttempts"],
  ]);
});

test("each value that does not fit is named with what its field takes", () => {
  const { plan, issues } = imported({
    title: ["T"],
    assumptions: "One, and the same",
    tags: { a: 1 },
    budget: { tokens: -1, toolCalls: 5, approved: true },
    steps: [
      { id: "a", title: { text: "A" }, instructions: ["Fetch.", "Sort."], dependsOn: [null], kind: "bogus" },
      { id: "c", title: "Step c", maxAttempts: 99 },
      { id: "d", title: "Step d", onError: "boom", expectedOutput: {}, retries: 10 },
      { id: "e", title: "Step e", timeoutSeconds: -1, tool: { nome: "x" }, usesRunInput: "yes" },
      { id: "f", title: "Step f", timeout: "5 days", verifies: [], if: ["a"], wait: "long" },
    ],
  });

  expect(issues.map((issue) => issue.message)).toEqual([
    'The plan came with "budget.approved", which plans do not have. It was left out.',
    'The plan came with title ["T"], which takes a text. It was left out.',
    'The plan came with tags {"a":1}, which takes a list of texts. It was left out.',
    "The plan came with budget.tokens -1, which takes a whole number from 0. It was left out.",
    'Step 1 "Fetch." came with title {"text":"A"}, which takes a text. It was left out.',
    'Step 1 "Fetch." came with dependsOn [null], which takes a list of step ids. It was left out.',
    'Step 1 "Fetch." came with kind "bogus", which takes tool, reasoning, agent, check or wait. It was left out.',
    'Step 2 "Step c" came with maxAttempts 99, which takes 1 to 10. It was left out.',
    'Step 3 "Step d" came with onError "boom", which takes skip_dependents, stop, skip or continue. It was left out.',
    'Step 3 "Step d" came with expectedOutput {}, which takes a text. It was left out.',
    'Step 3 "Step d" came with retries 10, which takes 0 to 9. It was left out.',
    'Step 4 "Step e" came with timeoutSeconds -1, which takes 1 to 86400 seconds. It was left out.',
    'Step 4 "Step e" came with tool {"nome":"x"}, which takes the name of one tool. It was left out.',
    'Step 4 "Step e" came with usesRunInput "yes", which takes true or false. It was left out.',
    'Step 5 "Step f" came with timeout "5 days", which takes 1 to 86400 seconds. It was left out.',
    'Step 5 "Step f" came with verifies [], which takes the id of one step. It was left out.',
    'Step 5 "Step f" came with if ["a"], which takes a condition as text. It was left out.',
    'Step 5 "Step f" came with wait "long", which takes {"seconds": 60} or {"until": "2030-01-31T09:00:00Z"}. It was left out.',
  ]);
  expect(plan).toMatchObject({ assumptions: ["One, and the same"], tags: [], budget: { toolCalls: 5 } });
  expect(plan.steps[0]?.instructions).toBe("Fetch.\nSort.");
});

test("ids that plans cannot have are renamed: different ones stay different, equal ones equal, links follow", () => {
  const { plan, issues } = imported({
    steps: [
      { id: "fetch orders", title: "A" },
      { id: "Fetch Orders!", title: "B", dependsOn: ["fetch orders"] },
      {
        id: "fetch-orders",
        title: "C",
        dependsOn: ["Fetch Orders!"],
        if: "$fetch orders.status == 'failed'",
      },
      { id: "fetch orders", title: "D", verifies: "Fetch Orders!", kind: "check" },
    ],
  });

  expect(plan.steps.map((step) => step.id)).toEqual([
    "fetch-orders-2",
    "fetch-orders-3",
    "fetch-orders",
    "fetch-orders-2",
  ]);
  expect(plan.steps.map((step) => step.dependsOn)).toEqual([[], ["fetch-orders-2"], ["fetch-orders-3"], []]);
  expect(plan.steps[2]?.if).toBe("$fetch-orders-2.status == 'failed'");
  expect(plan.steps[3]?.verifies).toBe("fetch-orders-3");
  expect(issues.map((issue) => issue.code)).toEqual(["renamed_id", "renamed_id", "renamed_id"]);
  expect(issues[0]?.message).toBe(
    'Step 1 "A" had the id "fetch orders", which plans cannot have. It is now "fetch-orders-2", and what links to it follows.',
  );
});

test("steps without ids get them from their titles, and links by title or number find them", () => {
  const { plan, issues } = imported({
    steps: [
      { title: "Fetch orders" },
      { title: "Fetch orders", needs: ["fetch orders"] },
      { title: "注文", needs: [2] },
    ],
  });

  expect(plan.steps.map((step) => step.id)).toEqual(["fetch-orders", "fetch-orders-2", "step-3"]);
  expect(plan.steps.map((step) => step.dependsOn)).toEqual([[], ["fetch-orders"], ["fetch-orders-2"]]);
  expect(issues).toEqual([]);
});

test("a plan is found between words, in a fence, in a wrapper, as a bare list and as a map of jobs", () => {
  const steps = [
    { id: "a", title: "A" },
    { id: "b", title: "B", needs: ["a"] },
  ];
  const forms = [
    `Here you are:\n\n\`\`\`json\n${JSON.stringify({ steps })}\n\`\`\`\nThanks!`,
    `~~~\n${JSON.stringify({ steps }, null, 2)}\n~~~`,
    `Take this ${JSON.stringify({ plan: { steps } })} please`,
    JSON.stringify(steps),
    JSON.stringify({ jobs: { a: { name: "A" }, b: { name: "B", needs: "a" } } }),
  ];
  for (const form of forms) {
    expect(imported(form).plan.steps.map(({ id, title, dependsOn }) => [id, title, dependsOn])).toEqual([
      ["a", "A", []],
      ["b", "B", ["a"]],
    ]);
  }
  expect(imported(`Please use this:\n\n${planToMarkdown(makePlan({ a: [], b: ["a"] }))}`).plan).toEqual(
    makePlan({ a: [], b: ["a"] }),
  );
});

test("a message of words, lists or placeholders without a plan is none", () => {
  for (const text of [
    "",
    "Remove step 2",
    "# Title\n\n1. Fetch\n2. Send",
    "use {curly} braces",
    "{name} should get a letter",
    "{{name}}",
    "{{ name }} gets {a letter}",
    "{% for row in rows %}{% endfor %}",
    "[ ] buy milk",
    "[x] done",
    "[ ] buy milk\n[x] done",
    "[x] {done}",
    "[X]",
    "[] empty the bin",
    "[Fetch](https://example.com) the page",
    "[Fetch](https://example.com)",
    "[1] Fetch\n[2] Send",
    "[urgent] Fetch: the orders, then send",
    "[docs]: https://example.com",
    "[the plan for tomorrow",
    '{"a":1} is what the page gives',
    "The page gives [1,2]",
    'Look:\n```json\n{"orders":[{"id":1}]}\n```',
    "```yaml\nsteps: [a]\n```",
    "```js\n[1, 2]\n```",
    "```\nhello\n```",
    "```json\n[1]\n```\n```json\n[2]\n```",
  ]) {
    expect([text, importPlan(text)]).toEqual([text, null]);
  }
});

test("a message that is JSON and no plan is told so, with what a plan looks like", () => {
  const form =
    ' A plan looks like {"title": "Digest", "steps": [{"id": "fetch", "title": "Fetch the news"}, {"id": "send", "title": "Send them", "dependsOn": ["fetch"]}]}.';
  const faults: [string, string][] = [
    ["{}", "The message is JSON, but no plan."],
    ["[]", "The message is JSON, but no plan."],
    ["[1,2,3]", "The message is JSON, but no plan."],
    ['{"a":1}', "The message is JSON, but no plan."],
    ['```json\n{"orders":[{"id":1}]}\n```', "The message is JSON, but no plan."],
    ["```json\n5\n```", "The message is JSON, but no plan."],
    ["~~~\n[1]", "The message is JSON, but no plan."],
    ['{"title":"x","steps":{"a":1}}', '"steps" takes a list of steps, each an object; "a" is 1.'],
    ['{"Steps":[{"id":"a"},"b",3]}', '"Steps" takes a list of steps, each an object; item 3 is 3.'],
    ['{"plan":{"steps":"a, b"}}', '"steps" takes a list of steps, each an object, and not "a, b".'],
    ['{"steps":null}', '"steps" takes a list of steps, each an object, and not null.'],
  ];
  for (const [text, fault] of faults) expect([text, errorOf(text)]).toEqual([text, fault + form]);
  expect(imported(form.slice(form.indexOf("{"), -1)).issues).toEqual([]);
});

test("a message that begins like JSON and breaks off or goes wrong is answered with the place", () => {
  const broken: [string, string][] = [
    ["{bad", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["{bad}", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["[bad", 'A value or "]" is missing at line 1, column 2.'],
    ["[bad, 1]", 'A value or "]" is missing at line 1, column 2.'],
    ["{", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["[1,\n2", 'A "," or "]" is missing at line 2, column 2.'],
    ['{"a":1}}', "There is more behind the end of the value at line 1, column 8."],
    ["{'a': 1}", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["```json\n{bad\n```", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ["```json\nhello\n```", "A value is missing at line 1, column 1."],
  ];
  for (const [text, place] of broken) {
    expect([text, errorOf(text)]).toEqual([
      text,
      `The message begins like JSON and cannot be read: ${place}`,
    ]);
  }
});

test("JSON that was meant to be a plan and cannot be read is answered with line and column", () => {
  expect(errorOf('```json\n{\n  "steps": [\n    {"id": "a",}\n  ]\n}\n```')).toBe(
    "The plan is not valid JSON: A name in double quotes is missing at line 3, column 16.",
  );
  expect(errorOf('{"title":"T","steps":[{"id":"a"}')).toMatch(
    /^The plan is not valid JSON: .* at line 1, column \d+\.$/,
  );
  expect(errorOf("{steps: [a]}")).toMatch(/at line 1, column 2\.$/);
});

test("broken plans are taken as drafts: circles, missing and doubled steps stay as they were pasted", () => {
  const { plan } = imported({
    steps: [
      { id: "a", title: "", needs: ["b", "gone"] },
      { id: "b", title: "B", needs: ["a"] },
      { id: "b", title: "B2" },
    ],
  });

  expect(plan.steps.map(({ id, title, dependsOn }) => [id, title, dependsOn])).toEqual([
    ["a", "", ["b", "gone"]],
    ["b", "B", ["a"]],
    ["b", "B2", []],
  ]);
});

test("a paste of more steps than any plan has is refused", () => {
  expect(
    errorOf(JSON.stringify({ steps: Array.from({ length: 5_001 }, (_, index) => ({ id: `s${index}` })) })),
  ).toBe("The plan has 5001 steps; at most 5000 can be brought in.");
});
