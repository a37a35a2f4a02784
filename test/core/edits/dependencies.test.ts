import { expect, test } from "vitest";
import { applyEdits } from "#server/core/plan-edits.ts";
import { makePlan } from "#test/make.ts";
import {
  add,
  chain,
  diamond,
  drop,
  edited,
  refusal,
  refusals,
  remove,
  rename,
  set,
  wired,
} from "./edits-make.ts";

test("adding and removing a dependency keeps the others", () => {
  expect(wired(diamond(), [add("e", ["a"])])).toBe("a< b<a c<a d<b,c e<d,a");
  expect(wired(diamond(), [drop("d", ["c"])])).toBe("a< b<a c<a d<b e<d");
});

test("removing the only dependency puts nothing in its place", () => {
  expect(wired(chain(3), [drop("c", ["b"])])).toBe("a< b<a c<");
});

test("setting dependencies replaces the list, each named step counted once", () => {
  expect(wired(diamond(), [set("e", ["b", "c"])])).toBe("a< b<a c<a d<b,c e<b,c");
  expect(wired(diamond(), [set("b", [])])).toBe("a< b< c<a d<b,c e<d");
  expect(wired(diamond(), [set("e", ["d", 4, "4", "a"])])).toBe("a< b<a c<a d<b,c e<d,a");
});

test("a step cannot wait for itself", () => {
  expect(refusal(diamond(), [add(2, ["b"])])).toBe(
    'self_dependency: Step 2 "b" cannot wait for itself. Name another step.',
  );
});

test("a circle is refused with its whole way", () => {
  expect(refusal(diamond(), [add(1, [5])])).toBe(
    'cycle: Step 1 "a" cannot wait for step 5 "e", because step 5 "e" already waits for it: 5 "e" waits for 4 "d" waits for 2 "b" waits for 1 "a".',
  );
});

test("edits may pass through a circle when the end has none", () => {
  expect(wired(chain(2), [add(1, [2]), drop(2, [1])])).toBe("a<b b<");
  expect(refusal(makePlan({ a: [], b: [] }), [add(1, [2]), add(2, [1])])).toContain("cycle: ");
});

test("one refused edit undoes the ones before it", () => {
  expect(refusal(diamond(), [rename(1, "New"), add(1, [5])])).toContain("cycle: ");
});

test("edits that change nothing are refused, saying what already holds", () => {
  expect(refusal(diamond(), [drop("e", ["a"])])).toBe(
    'no_change: These edits change nothing. Step 5 "e" does not depend on step 1 "a" directly.',
  );
  expect(refusal(diamond(), [add("e", ["d"])])).toBe(
    'no_change: These edits change nothing. Step 5 "e" already waits for step 4 "d".',
  );
  expect(refusal(diamond(), [set("e", ["d"])])).toBe("no_change: These edits change nothing.");
  expect(edited(diamond(), [add("e", ["d", "a"])]).notes).toEqual([
    'Step 5 "e" already waits for step 4 "d".',
  ]);
  expect(edited(chain(3), [drop("c", [2])]).notes).toEqual([]);
  expect(applyEdits(diamond(), [])).toEqual({
    ok: false,
    error: [
      { severity: "error", code: "no_edits", message: "The list of edits is empty. Name at least one." },
    ],
  });
});

test("errors that were there before do not stand in the way, and can be repaired", () => {
  const broken = makePlan({ a: ["gone"], b: ["c"], c: ["b"], d: [] });

  expect(wired(broken, [add("d", ["a"])])).toBe("a<gone b<c c<b d<a");
  expect(wired(broken, [drop("a", ["gone"])])).toBe("a< b<c c<b d<");
  expect(wired(broken, [drop(2, [3])])).toBe("a<gone b< c<b d<");
});

test("a link inside an old circle is not a new error", () => {
  const broken = makePlan({ a: ["c"], b: ["a"], c: ["b"] });

  expect(wired(broken, [add("a", ["b"])])).toBe("a<c,b b<a c<b");
});

test("steps that no edit names stay the same objects", () => {
  const plan = diamond();
  const after = edited(plan, [add("e", ["a"])]).plan;

  expect(plan.steps.map((step, index) => step === after.steps[index])).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

test("two circles through one step are two refusals", () => {
  expect(refusals(diamond(), [add(1, [2, 3])])).toEqual([
    'cycle: Step 1 "a" cannot wait for step 2 "b", because step 2 "b" already waits for it: 2 "b" waits for 1 "a".',
    'cycle: Step 1 "a" cannot wait for step 3 "c", because step 3 "c" already waits for it: 3 "c" waits for 1 "a".',
  ]);
});

test("a step that waited for itself before keeps doing so while another goes", () => {
  const broken = makePlan({ a: [], b: ["b"], c: ["a"], d: ["d", "c"] });

  expect(wired(broken, [remove("a")])).toBe("b<b c< d<d,c");
  expect(wired(broken, [remove("d")])).toBe("a< b<b c<a");
  expect(wired(makePlan({ a: ["a"], b: ["a"] }), [remove("a")])).toBe("b<");
});
