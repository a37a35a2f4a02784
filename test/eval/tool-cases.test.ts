import { expect, test } from "vitest";
import { hasErrors, type Plan } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { importPlan } from "#server/core/plan-import.ts";
import { checkTool, toolCollateral } from "./check-tool.ts";
import { readCases } from "./read-cases.ts";
import { planOfOutcome, type ToolCase, toolOutcomeSchema } from "./tool-case.ts";
import { workspaceTools } from "./workspace-tools.ts";

const { tools } = readCases(new URL("../cases", import.meta.url).pathname);
const workspace = { tools: workspaceTools, agents: [], hasModel: true };

const outcomesOf = ({ expect: wanted }: ToolCase) => (wanted.type === "edit" ? wanted.outcomes : []);

/** The outcome with each of its other accepted values in the place of the first, one at a time. */
function variantsOf(record: ToolCase): Plan[] {
  return outcomesOf(record).flatMap((outcome) => {
    const variants = outcome.changed.flatMap((change, index) =>
      Object.entries(change.or).flatMap(([field, values]) =>
        values.map((value) => ({
          ...outcome,
          changed: outcome.changed.with(index, { ...change, set: { ...change.set, [field]: value } }),
        })),
      ),
    );
    const fresh = outcome.added.flatMap((added, index) =>
      Object.entries(added.or).flatMap(([field, values]) =>
        values.map((value) => ({
          ...outcome,
          added: outcome.added.with(index, { ...added, step: { ...added.step, [field]: value } }),
        })),
      ),
    );
    return [outcome, ...variants, ...fresh].map((item) => planOfOutcome(record.plan, item));
  });
}

test("there are 60 single turns about steps with tools, on plans of 3 to 40 steps, each with an id of its own", () => {
  const sizes = tools.map(({ plan }) => plan.steps.length);

  expect(new Set(tools.map(({ id }) => id)).size).toBe(60);
  expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([3, 40]);
});

test("the plans at the start are without errors, and a message takes each in exactly as it is", () => {
  for (const { id, plan } of tools) {
    expect(hasErrors(validatePlan(plan, workspace)), id).toBe(false);
    expect(importPlan(JSON.stringify(plan)), id).toMatchObject({ plan, issues: [] });
  }
});

test("every accepted plan is without errors, and nothing that it reads is missing", () => {
  for (const record of tools) {
    for (const plan of variantsOf(record)) {
      const issues = validatePlan(plan, workspace).filter(
        ({ severity, code }) => severity === "error" || code === "output_path",
      );
      expect(issues, record.id).toEqual([]);
    }
  }
});

test("every accepted plan is judged exact without collateral, and the plan at the start is not, where a change was asked", () => {
  for (const record of tools) {
    const outcomes = outcomesOf(record);
    for (const plan of variantsOf(record)) {
      const faults = outcomes.map((outcome) => checkTool(record.plan, outcome, plan));
      expect(faults, record.id).toContain(null);
      expect(toolCollateral(outcomes, record.plan, record.plan, plan), record.id).toEqual([]);
    }
    const restores = record.before.length > 0;
    for (const outcome of restores ? [] : outcomes)
      expect(checkTool(record.plan, outcome, record.plan), record.id).not.toBeNull();
  }
});

test("a new step may have any id, which then counts in links, inputs and conditions", () => {
  const record = tools.find(({ id }) => id === "tool-step-several-01");
  const [outcome] = record ? outcomesOf(record) : [];
  if (!record || !outcome) throw new Error("The case is gone.");
  const named = JSON.stringify(planOfOutcome(record.plan, outcome))
    .replaceAll("new-read", "swap")
    .replaceAll("new-parse", "new-read")
    .replaceAll("swap", "new-parse");
  const plan = JSON.parse(named) as Plan;
  const astray = JSON.parse(named.replaceAll("$new-total.output", "$total-west.output")) as Plan;

  expect(checkTool(record.plan, outcome, plan)).toBeNull();
  expect(checkTool(record.plan, outcome, astray)).toContain('"Combine the totals" has input');
});

test("a value of another type, a field too many, a lost reference and another place are each told", () => {
  const plan = threeSteps();
  const outcome = toolOutcomeSchema.parse({
    changed: [{ id: "b", set: { input: { path: "x", append: true } } }],
  });
  const right = planOfOutcome(plan, outcome);
  const [a, b, c] = right.steps;
  if (!a || !b || !c) throw new Error("A step is missing.");
  const judged = (steps: Plan["steps"]) => checkTool(plan, outcome, { ...right, steps });

  expect(judged([a, b, c])).toBeNull();
  expect(judged([a, { ...b, input: { path: "x", append: "true" } }, c])).toContain('"b" has input');
  expect(judged([a, { ...b, timeoutSeconds: 5 }, c])).toBe('"b" has timeoutSeconds 5, expected nothing');
  expect(judged([a, b, { ...c, input: { path: "x", content: "" } }])).toContain('"c" has input');
  expect(judged([a, c, b])).toBe('in the list "c" stands where "b" should');
  expect(judged([a, b, { ...c, id: "d" }])).toBe("1 new steps (c), expected 0");
});

test("what no outcome changes is collateral: another field, another step, a step that is gone, the plan's own title", () => {
  const plan = threeSteps();
  const outcome = toolOutcomeSchema.parse({
    changed: [{ id: "b", set: { input: { path: "x", content: "y" } } }],
  });
  const { steps, ...head } = planOfOutcome(plan, outcome);
  const [a, b] = steps;
  if (!a || !b) throw new Error("A step is missing.");

  const astray = {
    ...head,
    title: "Another",
    steps: [
      { ...a, instructions: "Other." },
      { ...b, maxAttempts: 5 },
    ],
  };

  expect(toolCollateral([outcome], plan, plan, astray)).toEqual([
    "a: instructions",
    "b: maxAttempts",
    "c: is gone",
    "the plan: title",
  ]);
});

function threeSteps(): Plan {
  const steps = ["a", "b", "c"].map((id) => ({
    id,
    title: id,
    kind: "tool" as const,
    tool: "write_file",
    instructions: `Do ${id}.`,
    expectedOutput: "It is done.",
    dependsOn: id === "c" ? ["b"] : [],
    input: { path: id, content: id === "c" ? "$b.output.path" : id },
  }));
  return { title: "Plan", objective: "", steps, assumptions: [], completionCriteria: "", tags: [] };
}
