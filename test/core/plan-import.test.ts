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
    `Here:\n\n~~~markdown\n${planToMarkdown(makePlan({ a: [], b: ["a"] }, { a: { title: "A" }, b: { title: "B" } }))}~~~`,
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
