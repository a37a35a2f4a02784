import { expect, test } from "vitest";
import type { Change } from "#server/core/edit-schema-settings.ts";
import { kindNamed } from "#server/core/kind-fields.ts";
import type { StepKind } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import { edited, fresh, insert, merge, refusal, refusals, rename, split, update } from "./edits-make.ts";

const CHECK: Change = { field: "check", path: "a", op: "==", value: 1, everySeconds: 1, withinSeconds: 9 };
const WAIT: Change = { field: "wait", seconds: 5, until: null };
const INPUT: Change = { field: "input", value: '{"x":1}' };
const toKind = (value: StepKind): Change => ({ field: "kind", value });

function ofKind(kind: StepKind, over: object = {}) {
  return makePlan({ a: [], b: ["a"] }, { b: { kind, ...over } });
}

test("a setting that the step's kind does not take is refused, saying which kinds take it", () => {
  const table: [StepKind, Change, string, string][] = [
    ["reasoning", INPUT, "input", "tool or agent or check"],
    ["reasoning", { field: "tool", value: "t" }, "tool", "tool or check"],
    ["wait", { field: "tool", value: "t" }, "tool", "tool or check"],
    ["tool", { field: "agent", value: "x" }, "agent", "agent"],
    ["tool", CHECK, "check", "check"],
    ["tool", { field: "verifies", value: "a" }, "verifies", "check"],
    ["agent", WAIT, "wait", "wait"],
  ];
  for (const [kind, change, field, kinds] of table) {
    expect(refusal(ofKind(kind), [update("b", change)])).toBe(
      `kind_fields: Step 2 "b" is ${kindNamed(kind)}, which takes no ${field}. Set its kind to ${kinds} in the same list of edits, or leave ${field} out.`,
    );
  }
});

test("a new step, a part of a split and a merged step take no foreign setting either", () => {
  const settings = [{ field: "tool" as const, value: "t" }];
  const part = { title: "P", instructions: "", expectedOutput: "", settings };
  const parts = [
    { ...part, id: "b" },
    { ...part, id: "p" },
  ];

  expect(refusal(ofKind("wait"), [insert(fresh("n", [], settings))])).toContain(
    'kind_fields: The new step "New n" is a reasoning step, which takes no tool.',
  );
  expect(refusals(ofKind("wait"), [{ op: "split_step", step: "b", arrangement: "chain", parts }])).toEqual([
    expect.stringContaining('The new step "P" is a wait step, which takes no tool.'),
    expect.stringContaining('Step 2 "b" is a wait step, which takes no tool.'),
  ]);
  expect(refusal(ofKind("wait"), [merge(["a", "b"], settings)])).toContain(
    'kind_fields: Step 1 "a" is a reasoning step, which takes no tool.',
  );
});

test("the setting is taken when the same changes make the step of such a kind, in any order", () => {
  for (const changes of [
    [toKind("tool"), INPUT],
    [INPUT, toKind("tool")],
  ]) {
    expect(edited(ofKind("reasoning"), [update("b", ...changes)])).toMatchObject({
      plan: { steps: [{}, { kind: "tool", input: { x: 1 } }] },
      notes: [],
    });
  }
});

test("clearing what the kind does not take is no fault", () => {
  const plan = ofKind("reasoning", { tool: "t", input: 1 });
  const clear: Change[] = [
    { field: "tool", value: null },
    { field: "input", value: null },
  ];

  expect(edited(plan, [update("b", ...clear)]).plan).toEqual(ofKind("reasoning"));
});

test("another kind drops the fields that it does not take, and says so", () => {
  const tool = ofKind("tool", { tool: "t", input: 1, if: "1 == 1" });

  expect(edited(tool, [update("b", toKind("reasoning"))])).toEqual({
    plan: ofKind("reasoning", { if: "1 == 1" }),
    notes: ['Step 2 "b" no longer has tool and input, which a reasoning step does not take.'],
  });
  expect(edited(tool, [update("b", toKind("agent"))])).toEqual({
    plan: ofKind("agent", { input: 1, if: "1 == 1" }),
    notes: ['Step 2 "b" no longer has tool, which an agent step does not take.'],
  });
  expect(edited(tool, [update("b", toKind("check"))])).toMatchObject({
    plan: { steps: [{}, { tool: "t", input: 1 }] },
    notes: [],
  });
});

test("a field that did not belong before stays as it was, until the step's kind is named", () => {
  const stray = ofKind("reasoning", { tool: "t" });

  expect(edited(stray, [rename("b", "Bee")])).toEqual({
    plan: ofKind("reasoning", { tool: "t", title: "Bee" }),
    notes: [],
  });
  expect(edited(stray, [split("b", "chain", "b", "c")]).plan.steps[2]).toMatchObject({ tool: "t" });
  expect(edited(stray, [update("b", toKind("reasoning"))]).plan).toEqual(ofKind("reasoning"));
});

test("a word that is no kind is refused with the kinds there are", () => {
  const change = { field: "kind", value: "shell" } as unknown as Change;

  expect(refusal(ofKind("tool"), [update("b", change)])).toBe(
    'bad_kind: "shell" is no kind of step. The kinds are tool, reasoning, agent, check, wait.',
  );
});
