import { expect, test } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import type { Change } from "#server/core/edit-schema-settings.ts";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { diamond, edited, refusal, refusals, rename, update } from "./edits-make.ts";

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
  expect(changed(1, { field: "retries", value: 4 })).toMatchObject({ maxAttempts: 5 });
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

const check = (everySeconds: number, withinSeconds: number): Change => ({
  field: "check",
  path: "state",
  op: "==",
  value: "done",
  everySeconds,
  withinSeconds,
});
const wait = (seconds: number | null, until: string | null = null): Change => ({
  field: "wait",
  seconds,
  until,
});
const look = (input: string | null, op: "==" | null = "=="): Change => ({
  field: "precondition",
  tool: "t",
  input,
  path: null,
  op,
  value: 1,
});

test("values that a step cannot have are refused, naming field, step, value and what would work", () => {
  const brace = 'is not valid JSON: A name in double quotes or "}" is missing at line 1, column 2.';
  const table: [Change, string][] = [
    [{ field: "retries", value: 10 }, "bad_value: retries @ must be a whole number from 0 to 9, not 10."],
    [{ field: "retries", value: -1 }, "bad_value: retries @ must be a whole number from 0 to 9, not -1."],
    [
      { field: "timeoutSeconds", value: 0.5 },
      "bad_value: timeoutSeconds @ must be a whole number from 1 to 86400, not 0.5.",
    ],
    [
      { field: "timeoutSeconds", value: 86_401 },
      "bad_value: timeoutSeconds @ must be a whole number from 1 to 86400, not 86401.",
    ],
    [{ field: "input", value: "{" }, `bad_json: input @ ${brace}`],
    [look("{"), `bad_json: precondition.input @ ${brace}`],
    [{ field: "outputSchema", value: "{" }, `bad_json: outputSchema @ ${brace}`],
    [
      { field: "verifies", value: "zzz" },
      'missing_step: There is no step with the id "zzz". The plan has steps 1 to 2.',
    ],
    [wait(null), "bad_value: wait @ takes either seconds or until, exactly one of them."],
    [wait(5, "2030-01-01"), "bad_value: wait @ takes either seconds or until, exactly one of them."],
    [wait(-1), "bad_value: wait.seconds @ must be a number from 0, not -1."],
    [wait(Number.POSITIVE_INFINITY), "bad_value: wait.seconds @ must be a number from 0, not Infinity."],
    [look(null, null), 'bad_value: precondition @ needs an op to compare with, such as "==".'],
    [
      approval(true, { approvers: 0 }),
      "bad_value: approval.approvers @ must be a whole number from 1, not 0.",
    ],
    [
      approval(true, { approvers: 1.5 }),
      "bad_value: approval.approvers @ must be a whole number from 1, not 1.5.",
    ],
    [
      approval(true, { expiresAfterHours: 0 }),
      "bad_value: approval.expiresAfterHours @ must be a number above 0, not 0.",
    ],
    [check(0, 9), "bad_value: check.everySeconds @ must be a whole number from 1, not 0."],
    [check(1, 0), "bad_value: check.withinSeconds @ must be a whole number from 1, not 0."],
  ];
  for (const [change, message] of table) {
    const kind = change.field === "wait" ? "wait" : change.field === "input" ? "tool" : "check";
    const says = message.replace("@", 'of step 2 "b"');
    expect(refusal(tool(), [update(2, { field: "kind", value: kind }, change)])).toBe(says);
  }
  for (const value of ["[]", "null", '"x"', "1"]) {
    expect(refusal(tool(), [update(1, { field: "outputSchema", value })])).toBe(
      'bad_value: outputSchema of step 1 "a" must be a JSON Schema object, such as {"type":"object"}.',
    );
  }
});

test("the least and the greatest value of each range are taken", () => {
  const table: [Change, Partial<Step>][] = [
    [{ field: "instructions", value: "I" }, { instructions: "I" }],
    [{ field: "expectedOutput", value: "E" }, { expectedOutput: "E" }],
    [{ field: "usesRunInput", value: true }, { usesRunInput: true }],
    [{ field: "retries", value: 0 }, { maxAttempts: 1 }],
    [{ field: "retries", value: 9 }, { maxAttempts: 10 }],
    [{ field: "timeoutSeconds", value: 1 }, { timeoutSeconds: 1 }],
    [{ field: "timeoutSeconds", value: 86_400 }, { timeoutSeconds: 86_400 }],
    [
      approval(true, { approvers: 1, expiresAfterHours: 0.1 }),
      { approval: { approvers: 1, expiresAfterHours: 0.1 } },
    ],
    [check(1, 1), { check: { path: "state", op: "==", value: "done", everySeconds: 1, withinSeconds: 1 } }],
    [look('{"x":1}'), { precondition: { tool: "t", input: { x: 1 }, path: "", op: "==", value: 1 } }],
    [look(null), { precondition: { tool: "t", path: "", op: "==", value: 1 } }],
  ];
  for (const [change, fields] of table) {
    expect(changed(2, change)).toStrictEqual({ ...tool().steps[1], ...fields });
  }
  const waiting = makePlan({ a: [] }, { a: { kind: "wait" } });
  for (const [change, fields] of [
    [wait(0), { seconds: 0 }],
    [wait(null, "2030-01-01"), { until: "2030-01-01" }],
  ] as const) {
    expect(edited(waiting, [update(1, change)]).plan.steps[0]?.wait).toEqual(fields);
  }
});

test("several values that do not fit are all named", () => {
  const changes = [
    approval(true, { approvers: 0, expiresAfterHours: -1 }),
    { field: "retries", value: 99 },
  ] as Change[];

  expect(refusals(tool(), [update(1, ...changes)])).toHaveLength(3);
});

test("asking for the approval that a step has changes what is said of it, and keeps the rest", () => {
  const had = { reason: "Money", expiresAfterHours: 2, approvers: 3 };
  const approved = { ...tool(), steps: tool().steps.map((step) => ({ ...step, approval: had })) };
  const after = (...changes: Change[]) => edited(approved, [update(1, ...changes)]).plan.steps[0]?.approval;

  expect(after(approval(true, { approvers: 2 }))).toEqual({ ...had, approvers: 2 });
  expect(after(approval(true, { reason: "Law" }), approval(true, { expiresAfterHours: 5 }))).toEqual({
    reason: "Law",
    expiresAfterHours: 5,
    approvers: 3,
  });
  expect(after(approval(false), approval(true, { approvers: 2 }))).toEqual({ approvers: 2 });
  expect(refusal(approved, [update(1, approval(true))])).toBe("no_change: These edits change nothing.");
});

test("an approval that is taken away needs no fitting numbers", () => {
  const approved = edited(tool(), [update(1, approval(true))]).plan;

  expect(edited(approved, [update(1, approval(false, { approvers: 0 }))]).plan).toEqual(tool());
});

test("a value of another type is refused by name", () => {
  const change = { field: "if", value: 5 } as unknown as Change;

  expect(refusal(tool(), [update(1, change)])).toBe(
    'bad_value: if of step 1 "a" cannot have that value: Invalid input: expected string, received number.',
  );
  const approved = approval(true, { reason: 5 });
  expect(refusal(tool(), [update(1, approved)])).toContain("bad_value: approval.reason of step 1");
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
});

test("a setting that was asked for is written down, also when it holds by default", () => {
  expect(changed(1, { field: "retries", value: 2 })).toMatchObject({ maxAttempts: 3 });
});
