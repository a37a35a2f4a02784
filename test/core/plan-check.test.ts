import { expect, test } from "vitest";
import type { Workspace } from "#server/core/check/workspace.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { issuesOf, makeTool, saidOf } from "./checked-plan.ts";

test("a sound plan has no issues", () => {
  expect(issuesOf(makePlan({ a: [], b: ["a"] }))).toEqual([]);
});

test("faults of the graph are named by number and title, in the order of the steps", () => {
  const plan = makePlan(
    { send: ["send"], fetch: ["merge"], clean: ["fetch"], publish: ["review_draft"], merge: ["clean"] },
    {
      send: { title: "Send digest" },
      fetch: { title: "Fetch" },
      clean: { title: "Clean" },
      publish: { title: "Publish" },
      merge: { title: "Merge" },
    },
  );

  expect(issuesOf(plan).map((issue) => [issue.code, issue.stepNumber, issue.message])).toEqual([
    ["self_dependency", 1, 'Step 1 "Send digest" depends on itself. Remove that dependency.'],
    [
      "cycle",
      2,
      'Steps 2 "Fetch", 3 "Clean" and 5 "Merge" depend on each other in a circle: fetch → clean → merge → fetch. Remove one of these dependencies.',
    ],
    [
      "missing_dependency",
      4,
      'Step 4 "Publish" depends on "review_draft", which is not a step of this plan. The other steps are "send", "fetch", "clean" and "merge".',
    ],
  ]);
});

test("two steps that share an id are both named", () => {
  const plan = makePlan(
    { fetch: [], x: [] },
    { fetch: { title: "Fetch orders" }, x: { title: "Fetch refunds" } },
  );
  const doubled = { ...plan, steps: plan.steps.map((step) => ({ ...step, id: "fetch" })) };

  expect(issuesOf(doubled).map((issue) => issue.message)).toEqual([
    'Steps 1 "Fetch orders" and 2 "Fetch refunds" share the id "fetch". Every step needs its own id.',
  ]);
});

test("a plan without steps, with too many, or with texts and limits out of range is refused", () => {
  const many = makePlan(Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`s${index}`, []])));
  const bad: Plan = {
    ...makePlan({ a: [] }),
    title: " ",
    objective: "x".repeat(4_001),
    budget: { wallSeconds: 0, approvals: 0, costUsd: -1 },
  };

  expect(issuesOf(makePlan({})).map((issue) => issue.code)).toEqual(["no_steps"]);
  expect(issuesOf(many).map((issue) => issue.message)).toEqual([
    "The plan has 501 steps; at most 500 can be saved. Merge or remove some.",
  ]);
  expect(issuesOf(bad).map((issue) => [issue.code, issue.path])).toEqual([
    ["bad_title", "title"],
    ["bad_objective", "objective"],
    ["budget_range", "budget.wallSeconds"],
    ["budget_range", "budget.costUsd"],
  ]);
});

test("titles and ids have to fit", () => {
  expect(saidOf({ title: " " })).toEqual([
    'bad_title: Step 1 (id "a") has no title. Give it one of 1 to 120 characters.',
  ]);
  expect(saidOf({ title: "x".repeat(121) })[0]).toContain("has a title of 121 characters; at most 120 fit.");
  expect(saidOf({ id: "a b" })).toEqual([
    'bad_id: Step 1 "a" has the id "a b". An id has letters, digits, - and _, at most 64, beginning with a letter or digit, and is not "input".',
  ]);
});

test("each kind takes exactly its own fields", () => {
  const check = { path: "state", op: "==", value: 1, everySeconds: 1, withinSeconds: 9 } as const;
  const faults: [Partial<Step>, string[]][] = [
    [{ kind: "tool" }, ["tool"]],
    [{ kind: "tool", tool: "read", agent: "digest" }, ["agent"]],
    [{ kind: "reasoning", tool: "read", wait: { seconds: 1 } }, ["tool", "wait"]],
    [{ kind: "agent" }, ["agent"]],
    [{ kind: "check" }, ["tool", "check"]],
    [{ kind: "check", tool: "read", check }, []],
    [{ kind: "check", tool: "read", check: { ...check, path: "a..b" } }, ["check.path"]],
    [{ kind: "wait" }, ["wait"]],
    [{ kind: "wait", wait: { until: "tomorrow" } }, ["wait.until"]],
    [{ kind: "wait", wait: { until: "2030-01-31T09:00:00Z" } }, []],
  ];
  for (const [step, paths] of faults) {
    const issues = issuesOf(makePlan({ a: [] }, { a: step })).filter((issue) => issue.severity === "error");
    expect([step, issues.map((issue) => [issue.code, issue.path])]).toEqual([
      step,
      paths.map((path) => ["kind_fields", path]),
    ]);
  }
  expect(saidOf({ kind: "reasoning", tool: "read" })[0]).toBe(
    'kind_fields: Step 1 "a" is a reasoning step and has "tool", which such a step does not take. Remove it or change the kind.',
  );
});

test("tools and agents have to exist, be granted and not lead back", () => {
  expect(saidOf({ kind: "tool", tool: "raed" })).toEqual([
    'unknown_tool: Step 1 "a" uses the tool "raed", which this workspace does not have. Did you mean "read"? It has "read", "post", "put" and "guarded".',
  ]);
  expect(saidOf({ kind: "tool", tool: "gone" })[0]).toContain(
    'tool_not_granted: Step 1 "a" uses the tool "gone", which is switched off.',
  );
  expect(saidOf({ kind: "tool", tool: "read" }, { granted: ["post"] })[0]).toContain(
    "which this agent may not use",
  );
  expect(saidOf({ kind: "tool", tool: "read" }, { granted: ["read"] })).toEqual([]);
  expect(saidOf({ kind: "agent", agent: "digets" })[0]).toBe(
    'unknown_agent: Step 1 "a" runs the agent "digets", which does not exist. Did you mean "digest"?',
  );
  const mailer = (...agents: string[]) => saidOf({ kind: "agent", agent: "mailer" }, { agents })[0];
  expect(mailer("digest", "weekly", "zebra")).toBe(
    'unknown_agent: Step 1 "a" runs the agent "mailer", which does not exist. There is "digest", "weekly" and "zebra".',
  );
  expect(mailer("digest", "weekly", "zebra", "own", "alpha")).toBe(
    'unknown_agent: Step 1 "a" runs the agent "mailer", which does not exist. None of the 4 other agents is called so: choose one of them, or create it first.',
  );
  expect(saidOf({ kind: "agent", agent: "own" })[0]).toContain("agent_recursion: ");
  expect(saidOf({ kind: "agent", agent: "digest" })).toEqual([]);
});

test("checks and preconditions observe with read-only tools", () => {
  const check = { path: "", op: "exists", value: true, everySeconds: 1, withinSeconds: 9 } as const;
  const precondition = { tool: "put", path: "", op: "exists", value: true } as const;

  expect(saidOf({ kind: "check", tool: "put", check })[0]).toBe(
    'check_not_read_only: Step 1 "a" is a check with the tool "put", which may change something. Observe with a read-only tool.',
  );
  expect(saidOf({ precondition })[0]).toContain(
    'check_not_read_only: Step 1 "a" has a precondition with the tool "put"',
  );
});

test("a check confirms a step that it waits for", () => {
  const check: Partial<Step> = {
    kind: "check",
    tool: "read",
    check: { path: "", op: "exists", value: true, everySeconds: 1, withinSeconds: 9 },
  };
  const plan = (verifies: string) =>
    makePlan({ a: [], b: ["a"], c: ["b"], d: [] }, { c: { ...check, verifies } });

  expect(issuesOf(plan("a"))).toEqual([]);
  expect(issuesOf(plan("d")).map((issue) => issue.message)).toEqual([
    'Step 3 "c" confirms "d", for which it does not wait. Make it depend on that step.',
  ]);
  expect(issuesOf(plan("z")).map((issue) => issue.code)).toEqual(["verifies_not_dependency"]);
});

test("warnings say what may go wrong although the plan can be saved", () => {
  const codes = (step: Partial<Step>, over: Partial<Workspace> = {}) =>
    issuesOf(makePlan({ a: [] }, { a: step }), over).map((issue) => `${issue.severity} ${issue.code}`);

  expect(codes({ expectedOutput: " " })).toEqual(["warning no_expected_output"]);
  expect(codes({ expectedOutput: "", outputSchema: { type: "string" } })).toEqual([]);
  expect(codes({ kind: "tool", tool: "post" })).toEqual([
    "warning write_without_check",
    "warning irreversible_without_approval",
    "warning attempts_limited",
  ]);
  expect(codes({ kind: "tool", tool: "post", approval: {}, maxAttempts: 1 })).toEqual([
    "warning write_without_check",
  ]);
  expect(codes({ kind: "tool", tool: "guarded", maxAttempts: 1 })).toEqual(["warning write_without_check"]);
  expect(codes({ kind: "tool", tool: "put" })).toEqual(["warning write_without_check"]);
  const tools = [makeTool("tell", { destructiveHint: false, idempotentHint: true }, { isMessage: true })];
  expect(codes({ kind: "tool", tool: "tell" }, { tools })).toEqual([]);
  expect(codes({}, { hasModel: false })).toEqual(["warning needs_model"]);
  expect(codes({ kind: "tool", tool: "read" }, { hasModel: false })).toEqual([]);
});

test("a check that verifies a writing step settles its warning", () => {
  const check: Partial<Step> = {
    kind: "check",
    tool: "read",
    verifies: "a",
    check: { path: "", op: "exists", value: true, everySeconds: 1, withinSeconds: 9 },
  };

  expect(issuesOf(makePlan({ a: [], b: ["a"] }, { a: { kind: "tool", tool: "put" }, b: check }))).toEqual([]);
});

test("the run input needs a trigger that delivers one, for the steps behind it too", () => {
  const plan = makePlan({ a: [], b: [], c: ["b"], d: ["c"], e: ["a"] }, { b: { usesRunInput: true } });
  const numbers = (triggers: Workspace["triggers"]) =>
    issuesOf(plan, triggers && { triggers }).map((issue) => issue.stepNumber);

  expect(numbers({ hasCron: true, hasWebhook: true })).toEqual([2, 3, 4]);
  expect(numbers({ hasCron: false, hasWebhook: false })).toEqual([2, 3, 4]);
  expect(numbers({ hasCron: false, hasWebhook: true })).toEqual([]);
  expect(numbers(undefined)).toEqual([]);
  expect(issuesOf(plan, { triggers: { hasCron: true, hasWebhook: false } })[1]?.message).toBe(
    'Step 3 "c" depends on step 2 "b", which uses the run input, and a schedule starts runs without one.',
  );
});

test("errors come before warnings, each in the order of the steps", () => {
  const plan = makePlan(
    { a: [], b: ["x"], c: ["y"] },
    { a: { expectedOutput: "" }, b: { expectedOutput: "" } },
  );

  expect(issuesOf(plan).map((issue) => [issue.severity, issue.stepNumber])).toEqual([
    ["error", 2],
    ["error", 3],
    ["warning", 1],
    ["warning", 2],
  ]);
});
