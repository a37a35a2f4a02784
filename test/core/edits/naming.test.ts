import { expect, test } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import { makePlan } from "#test/make.ts";
import {
  add,
  chain,
  diamond,
  drop,
  edited,
  fresh,
  insert,
  merge,
  move,
  refusal,
  remove,
  rename,
  set,
  split,
  swap,
  update,
  wired,
} from "./edits-make.ts";

test("a step is named by its id, by its number or by digits as text", () => {
  for (const [step, other] of [
    ["c", "b"],
    [3, 2],
    ["3", "2"],
  ] as const) {
    expect(wired(diamond(), [add(step, [other])])).toBe("a< b<a c<a,b d<b,c e<d");
  }
});

test("an id made of digits wins over the number", () => {
  const plan = makePlan({ "10": [], "2": [], y: [] });
  const shown = {
    ...plan,
    steps: ["2", "10", "y"].map((id) => plan.steps.find((step) => step.id === id) ?? plan.steps[0]!),
  };

  expect(wired(shown, [add("y", ["2"])])).toBe("2< 10< y<2");
});

test("numbers keep meaning what was shown, whatever earlier edits of the list did", () => {
  expect(edited(diamond(), [remove(1), remove(5)]).plan.steps.map((step) => step.id)).toEqual([
    "b",
    "c",
    "d",
  ]);
});

test("a step added in the same list is named by its id", () => {
  const edits = [insert(fresh("n", ["b"])), rename("n", "X"), insert(fresh("m", ["n"]))];

  expect(wired(chain(2), edits)).toBe("a< b<a n<b m<n");
});

test("a step that does not exist is refused by the name that was used", () => {
  expect(refusal(diamond(), [remove(99)])).toBe(
    "missing_step: There is no step 99. The plan has steps 1 to 5.",
  );
  expect(refusal(diamond(), [remove(0)])).toContain("missing_step: There is no step 0.");
  expect(refusal(diamond(), [remove(-1)])).toContain("There is no step -1. The plan has steps 1 to 5.");
  expect(refusal(chain(1), [remove(2)])).toContain("The plan has one step.");
  expect(refusal(makePlan({}), [remove(1)])).toContain("The plan has no steps yet.");
  expect(refusal(diamond(), [add("a", ["zzz"])])).toBe(
    'missing_step: There is no step with the id "zzz". The plan has steps 1 to 5.',
  );
});

test("every edit that names a step refuses one that does not exist", () => {
  const says = "missing_step: There is no step 99. The plan has steps 1 to 5.";
  const edits = [
    add(99, ["a"]),
    drop(99, ["a"]),
    drop("a", [99]),
    set("a", [99]),
    update(99),
    remove(99),
    split(99, "chain", "x", "y"),
    merge([1, 99]),
    move(99, 0),
    move(99, 2),
    move(1, 99),
    swap(99, 1),
    swap(1, 99),
    insert(fresh("n", [99])),
    insert(fresh("n"), 99),
    insert(fresh("n"), null, [99]),
  ];

  for (const edit of edits) expect(refusal(diamond(), [edit])).toBe(says);
});

test("a step removed earlier in the same list is refused", () => {
  const message =
    'removed_step: Step 3 "c" is removed earlier in the same list of edits. Name another step, or leave that removal out.';

  expect(refusal(diamond(), [remove(3), add(5, [3])])).toBe(message);
  expect(refusal(diamond(), [remove("c"), add(5, ["c"])])).toBe(message);
});

test("a merged step is meant by each of its old names", () => {
  expect(wired(chain(4), [merge([2, 3]), set(4, [3, 1])])).toBe("a< b<a d<b,a");
});

test("an id that two steps share is refused with both numbers", () => {
  const plan = diamond();
  const doubled = {
    ...plan,
    steps: plan.steps.map((step) => (step.id === "c" ? { ...step, id: "b" } : step)),
  };

  expect(refusal(doubled, [remove("b")])).toBe(
    'duplicate_id: Step 2 "b" and Step 3 "c" share the id "b". Name the step by its number.',
  );
  expect(wired(doubled, [remove(3)])).toBe("a< b<a d<b,c e<d");
});

test("a word that is no edit is refused, names that every object has included", () => {
  const unknown = { op: "toString" } as unknown as PlanEdit;

  expect(refusal(diamond(), [unknown])).toBe('unknown_edit: "toString" is not an edit.');
});

test("a mistyped id is answered with the ids that are near", () => {
  const plan = makePlan({ "fetch-orders": [], "fetch-refunds": [], send: [] });

  expect(refusal(plan, [remove("fetch_order")])).toBe(
    'missing_step: There is no step with the id "fetch_order". Did you mean "fetch-orders"? The plan has steps 1 to 3.',
  );
});

test("only digits are a number", () => {
  for (const name of ["z1", "1z", "1 "]) {
    expect(refusal(diamond(), [remove(name)])).toContain(`There is no step with the id "${name}".`);
  }
});

test("an id that several removed steps shared means no step any more", () => {
  const plan = diamond();
  const doubled = {
    ...plan,
    steps: plan.steps.map((step) => ({ ...step, id: step.id === "c" ? "b" : step.id })),
  };

  expect(refusal(doubled, [remove(2), remove(3), rename("b", "X")])).toBe(
    'removed_step: Step 2 "b" is removed earlier in the same list of edits. Name another step, or leave that removal out.',
  );
});

test("three steps that share an id are all named", () => {
  const plan = diamond();
  const same = { ...plan, steps: plan.steps.map((step) => ({ ...step, id: step.id < "d" ? "x" : step.id })) };

  expect(refusal(same, [remove("x")])).toBe(
    'duplicate_id: Step 1 "a", Step 2 "b" and Step 3 "c" share the id "x". Name the step by its number.',
  );
});
