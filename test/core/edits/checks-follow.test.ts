import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";
import {
  add,
  bringBack,
  drop,
  edited,
  merge,
  move,
  refusal,
  remove,
  rename,
  set,
  split,
  update,
} from "./edits-make.ts";

/** send → look, which confirms it → end */
function confirmed(over: Partial<Step> = {}) {
  const look: Partial<Step> = { kind: "check", tool: "t", verifies: "send", ...over };
  return makePlan({ send: [], look: ["send"], end: ["look"] }, { look });
}

test("a step comes after the one that it confirms, or the edit is refused", () => {
  const says =
    'broken_reference: Step 2 "look" confirms step 1 "send", so it has to come after it. Keep it waiting for that step, directly or through others, or first change what it confirms.';

  expect(refusal(confirmed(), [drop("look", ["send"])])).toBe(says);
  expect(refusal(confirmed(), [set("look", [])])).toBe(says);
  expect(refusal(confirmed(), [move("send", null, { dependsOn: ["end"], requiredBy: [] })])).toBe(says);
  expect(
    edited(confirmed(), [drop("look", ["send"]), update("look", { field: "verifies", value: null })]).plan
      .steps[1],
  ).not.toHaveProperty("verifies");
});

test("a new confirmation is judged too: of a later step, and of the step itself", () => {
  const verify = (value: string) => update("look", { field: "verifies", value });

  expect(refusal(confirmed(), [verify("end")])).toContain(
    'Step 2 "look" confirms step 3 "end", so it has to',
  );
  expect(refusal(confirmed(), [verify("look")])).toBe(
    'broken_reference: Step 2 "look" cannot confirm itself. Let it confirm a step that comes before it.',
  );
  expect(
    edited(makePlan({ a: [], b: [] }, { b: { kind: "check" } }), [
      update("b", { field: "verifies", value: 1 }),
      add("b", ["a"]),
    ]).plan.steps[1],
  ).toMatchObject({ verifies: "a", dependsOn: ["a"] });
});

test("a confirmation that was broken before is left alone", () => {
  const broken = makePlan({ a: [], b: [] }, { b: { kind: "check", verifies: "a" } });

  expect(edited(broken, [rename("b", "Bee")]).plan.steps[1]).toMatchObject({ verifies: "a" });
});

test("a check of a removed step confirms nothing any more, which is told", () => {
  expect(edited(confirmed(), [remove("send")])).toEqual({
    plan: makePlan({ look: [], end: ["look"] }, { look: { kind: "check", tool: "t" } }),
    notes: ['Step 2 "look" no longer confirms step 1 "send".'],
  });
});

test("a check follows a merge, and a split to the last part", () => {
  const two = makePlan({ a: [], b: [], c: ["a", "b"] }, { c: { kind: "check", verifies: "b" } });

  expect(edited(two, [merge(["a", "b"])]).plan.steps[1]).toMatchObject({ verifies: "a", dependsOn: ["a"] });
  const first = makePlan({ a: [], b: [], c: ["a"] }, { c: { kind: "check", verifies: "a" } });
  expect(edited(first, [merge(["a", "b"])]).plan.steps[1]).toBe(first.steps[2]);
  expect(edited(confirmed(), [split("send", "chain", "send", "p", "q")])).toMatchObject({
    plan: { steps: [{ id: "send" }, { id: "p" }, { id: "q" }, { verifies: "q", dependsOn: ["q"] }, {}] },
    notes: ['Step 2 "look" now confirms the new step "Part q", not the other parts.'],
  });
});

test("a check of a step split side by side confirms the last part, which is told", () => {
  const { plan, notes } = edited(confirmed(), [split("send", "parallel", "send", "p", "q")]);

  expect(plan.steps[3]).toMatchObject({ id: "look", verifies: "q", dependsOn: ["send", "p", "q"] });
  expect(notes).toEqual(['Step 2 "look" now confirms the new step "Part q", not the other parts.']);
});

test("a merged step cannot confirm what went into it", () => {
  expect(
    refusal(makePlan({ a: ["b"], b: [] }, { a: { kind: "check", verifies: "b" } }), [merge([1, 2])]),
  ).toBe(
    'broken_reference: Step 1 "Merged" cannot confirm itself. Let it confirm a step that comes before it.',
  );
});

test("a check that comes back confirms what still exists, and nothing else", () => {
  const before = confirmed();
  const history = { revisions: { 1: before } };
  const withoutLook = edited(before, [remove("look")]).plan;
  const withoutBoth = edited(before, [remove("look"), remove("send")]).plan;

  expect(edited(withoutLook, [bringBack("look")], history).plan.steps[1]).toBe(before.steps[1]);
  expect(edited(withoutBoth, [bringBack("look")], history)).toMatchObject({
    plan: { steps: [{ id: "look", dependsOn: [], kind: "check", tool: "t" }, {}] },
    notes: [
      '"look" no longer waits for "send", which the plan does not have.',
      '"look" no longer confirms "send", which the plan does not have.',
    ],
  });
  expect(edited(withoutBoth, [bringBack("look")], history).plan.steps[0]).not.toHaveProperty("verifies");
});

test("a check that comes back without one of several dependencies still confirms the other", () => {
  const before = makePlan({ a: [], b: [], c: ["a", "b"] }, { c: { kind: "check", verifies: "b" } });
  const after = edited(before, [remove("c"), remove("a")]).plan;

  expect(edited(after, [bringBack("c")], { revisions: { 1: before } })).toMatchObject({
    plan: { steps: [{}, { id: "c", dependsOn: ["b"], verifies: "b" }] },
    notes: ['"c" no longer waits for "a", which the plan does not have.'],
  });
});
