import { expect, test } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import type { Change } from "#server/core/edit-schema-settings.ts";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { diamond, edited, refusal, rename, update } from "./edits-make.ts";

const tool = () =>
  makePlan({ a: [], b: ["a"] }, { a: { kind: "tool", tool: "t" }, b: { kind: "check", tool: "t" } });

function changed(step: number, change: Change): Step | undefined {
  return edited(tool(), [update(step, change)]).plan.steps[step - 1];
}

const approval = (required: boolean, more: object = {}): Change => ({
  field: "approval",
  required,
  reason: null,
  expiresAfterHours: null,
  approvers: null,
  ...more,
});

test("a rename keeps id, links and texts, and touches no other step", () => {
  const plan = diamond();
  const after = edited(plan, [rename(2, "Bee")]).plan;

  expect(after.steps[1]).toEqual({ ...plan.steps[1], title: "Bee" });
  expect(plan.steps.map((step, index) => step === after.steps[index])).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
});

test("a setting and taking it back give the plan as it was", () => {
  const pairs: [Change, Change][] = [
    [approval(true, { reason: "Money", approvers: 2 }), approval(false)],
    [
      { field: "if", value: "$d.status == 'completed'" },
      { field: "if", value: null },
    ],
    [
      { field: "usesRunInput", value: true },
      { field: "usesRunInput", value: false },
    ],
    [
      { field: "onError", value: "continue" },
      { field: "onError", value: "skip_dependents" },
    ],
    [
      { field: "outputSchema", value: '{"type":"object"}' },
      { field: "outputSchema", value: null },
    ],
    [
      { field: "precondition", tool: "t", input: '{"x":1}', path: "a", op: "==", value: 1 },
      { field: "precondition", tool: null, input: null, path: null, op: null, value: null },
    ],
  ];
  for (const [on, off] of pairs) {
    const set = edited(diamond(), [update(5, on)]).plan;

    expect(set).not.toEqual(diamond());
    expect(edited(set, [update(5, off)]).plan).toEqual(diamond());
  }
});

test("each setting arrives in the step's own form", () => {
  expect(changed(1, { field: "retries", value: 2 })).toMatchObject({ maxAttempts: 3 });
  expect(changed(1, { field: "timeoutSeconds", value: 60 })).toMatchObject({ timeoutSeconds: 60 });
  expect(changed(1, { field: "input", value: '{"x":1}' })).toMatchObject({ input: { x: 1 } });
  expect(changed(1, approval(true, { reason: "Money", expiresAfterHours: 2 }))).toMatchObject({
    approval: { reason: "Money", expiresAfterHours: 2 },
  });
  expect(changed(2, { field: "verifies", value: 1 })).toMatchObject({ verifies: "a" });
  expect(
    changed(2, {
      field: "check",
      path: "state",
      op: "==",
      value: "done",
      everySeconds: 5,
      withinSeconds: 60,
    }),
  ).toMatchObject({ check: { path: "state", op: "==", value: "done", everySeconds: 5, withinSeconds: 60 } });
  expect(
    edited(tool(), [update(1, { field: "kind", value: "wait" }, { field: "wait", seconds: 5, until: null })])
      .plan.steps[0],
  ).toMatchObject({
    kind: "wait",
    wait: { seconds: 5 },
  });
});

test("another kind drops the fields that only the old one has", () => {
  expect(changed(1, { field: "kind", value: "reasoning" })).not.toHaveProperty("tool");
});

test("values that a step cannot have are refused, naming field and step", () => {
  const refusals: [Change, string][] = [
    [
      { field: "retries", value: 10 },
      'bad_value: retries of "a" must be a whole number from 0 to 9, not 10.',
    ],
    [
      { field: "timeoutSeconds", value: 0.5 },
      'bad_value: timeoutSeconds of "a" must be a whole number from 1 to 86400, not 0.5.',
    ],
    [
      { field: "input", value: "{" },
      'bad_json: input of "a" is not valid JSON: A name in double quotes or "}" is missing at line 1, column 2.',
    ],
    [{ field: "outputSchema", value: "[]" }, 'bad_value: outputSchema of "a" must be a JSON Schema object.'],
    [
      { field: "wait", seconds: null, until: null },
      'bad_value: wait of "a" takes either seconds or until, exactly one of them.',
    ],
    [
      { field: "precondition", tool: "t", input: null, path: null, op: null, value: 1 },
      'bad_value: precondition of "a" needs an op to compare with.',
    ],
    [{ field: "title", value: "x".repeat(121) }, "bad_title: "],
    [approval(true, { approvers: 0 }), 'bad_value: approval.approvers of "a" cannot have that value'],
    [{ field: "verifies", value: "zzz" }, 'missing_step: There is no step with the id "zzz".'],
  ];
  for (const [change, message] of refusals) expect(refusal(tool(), [update(1, change)])).toContain(message);
});

test("a field that is none is refused", () => {
  const unknown = { field: "dependsOn", value: [] } as unknown as Change;
  const unknownOfPlan = { op: "set_plan", changes: [{ field: "steps", value: [] }] } as unknown as PlanEdit;

  expect(refusal(tool(), [update(1, unknown)])).toBe(
    'unknown_field: "dependsOn" is not a field that can be changed.',
  );
  expect(refusal(tool(), [unknownOfPlan])).toBe(
    'unknown_field: "steps" is not a field of the plan that can be changed.',
  );
  expect(refusal(tool(), [update(1, { field: "kind", value: "shell" } as unknown as Change)])).toBe(
    'bad_kind: "shell" is no kind of step.',
  );
});

test("the plan's own fields change alone, and a budget without limits is none", () => {
  const budget = (limits: object): PlanEdit => ({
    op: "set_plan",
    changes: [
      {
        field: "budget",
        toolCalls: null,
        tokens: null,
        costUsd: null,
        wallSeconds: null,
        approvals: null,
        ...limits,
      },
    ],
  });
  const set = edited(diamond(), [
    {
      op: "set_plan",
      changes: [
        { field: "title", value: "New" },
        { field: "tags", value: ["x"] },
      ],
    },
    budget({ toolCalls: 5 }),
  ]).plan;

  expect(set).toEqual({ ...diamond(), title: "New", tags: ["x"], budget: { toolCalls: 5 } });
  expect(edited(set, [budget({})]).plan).not.toHaveProperty("budget");
  expect(refusal(set, [budget({ costUsd: -1 })])).toBe(
    "budget_range: The budget cannot have costUsd below 0 or in fractions.",
  );
  expect(refusal(set, [{ op: "set_plan", changes: [{ field: "title", value: "" }] }])).toContain(
    "bad_title: ",
  );
  expect(refusal(set, [{ op: "set_plan", changes: [{ field: "objective", value: "" }] }])).toContain(
    "bad_objective: ",
  );
});
