import { expect, test } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import type { StepReference } from "#server/core/edit-schema-settings.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import {
  add,
  bringBack,
  chain,
  diamond,
  fresh,
  insert,
  merge,
  move,
  refusal,
  refusals,
  remove,
  rename,
  set,
  split,
  swap,
  update,
} from "./edits-make.ts";

const retries = (step: StepReference, value: number) => update(step, { field: "retries", value });

test("every edit that cannot be made is named, each with its own cause", () => {
  expect(refusals(diamond(), [retries(1, 10), rename(99, "X"), retries(2, 10), rename(3, "Fine")])).toEqual([
    'bad_value: retries of step 1 "a" must be a whole number from 0 to 9, not 10.',
    "missing_step: There is no step 99. The plan has steps 1 to 5.",
    'bad_value: retries of step 2 "b" must be a whole number from 0 to 9, not 10.',
  ]);
});

test("an edit names every step that it does not find", () => {
  expect(refusals(diamond(), [add("a", [7, 8])])).toEqual([
    "missing_step: There is no step 7. The plan has steps 1 to 5.",
    "missing_step: There is no step 8. The plan has steps 1 to 5.",
  ]);
  expect(refusals(diamond(), [swap(7, 8)])).toHaveLength(2);
  expect(refusals(diamond(), [merge([7, 8])])).toHaveLength(2);
  expect(refusals(diamond(), [move("a", 7, { dependsOn: [8], requiredBy: [9, 10] })])).toHaveLength(4);
  expect(refusals(diamond(), [insert(fresh("n", [6]), 7, [8])])).toHaveLength(2);
});

test("a step that was refused once is not complained about again, by whatever name and place it is named", () => {
  const says = 'bad_value: retries of step 2 "b" must be a whole number from 0 to 9, not 10.';
  const forms: ((step: StepReference) => PlanEdit)[] = [
    (step) => add(step, ["zzz"]),
    (step) => add("a", [step, "zzz"]),
    (step) => set("a", [step, "zzz"]),
    (step) => insert(fresh("n", [step, "zzz"])),
    (step) => insert(fresh("n", ["zzz"]), step),
    (step) => insert(fresh("n", ["zzz"]), null, [step]),
    (step) => move("a", step, { dependsOn: ["zzz"], requiredBy: [] }),
    (step) => move("a", null, { dependsOn: [step, "zzz"], requiredBy: [] }),
    (step) => move("a", 0, { dependsOn: ["zzz"], requiredBy: [step] }),
    (step) => merge([step, "zzz"]),
    (step) => swap("zzz", step),
    (step) => bringBack("zzz", null, [step]),
    (step) => split(step, "chain"),
    (step) => retries(step, 11),
  ];
  for (const form of forms) {
    for (const name of ["b", 2, "2"]) expect(refusal(diamond(), [retries("b", 10), form(name)])).toBe(says);
    expect(refusals(diamond(), [retries("b", 10), form("c")])).toHaveLength(2);
  }
});

test("what a refused edit was to make is not missed by the edits after it", () => {
  expect(refusals(chain(2), [insert(fresh("no good")), rename("no good", "X")])).toHaveLength(1);
  expect(refusals(chain(2), [split(1, "chain", "a", "no good"), add("b", ["no good"])])).toHaveLength(1);
});

test("the start and the end of the list are places of which no step is made wrong", () => {
  const unplaced = (id: string, after: 0 | null) => insert(fresh(id, ["zzz"]), after);

  expect(refusals(chain(2), [insert(fresh("no good"), 0), insert(fresh("no, too"), 0)])).toHaveLength(2);
  expect(refusals(chain(2), [unplaced("n", null), insert(fresh("no good"), null)])).toHaveLength(2);
});

test("circles and titles are judged together on the end, each circle once", () => {
  const edits = [add(1, [2]), add(3, [4]), rename(5, " ")];
  const plan = {
    ...chain(5),
    steps: chain(5).steps.map((step) => (step.id === "c" ? { ...step, dependsOn: [] } : step)),
  };

  expect(refusals(plan, edits)).toEqual([
    "bad_title: The title cannot be empty. Give one of 1 to 120 characters.",
    'cycle: Step 1 "a" cannot wait for step 2 "b", because step 2 "b" already waits for it: 2 "b" waits for 1 "a".',
    'cycle: Step 3 "c" cannot wait for step 4 "d", because step 4 "d" already waits for it: 4 "d" waits for 3 "c".',
  ]);
});

test("a refusal carries the step that it is about, with the number that the person saw", () => {
  const bad = { ...fresh("n"), settings: [{ field: "retries" as const, value: 10 }] };
  const result = applyEdits(diamond(), [remove("a"), retries("b", 10), insert(bad), rename(9, "X")]);

  expect(result).toStrictEqual({
    ok: false,
    error: [
      {
        severity: "error",
        code: "bad_value",
        stepId: "b",
        stepNumber: 2,
        message: 'retries of step 2 "b" must be a whole number from 0 to 9, not 10.',
      },
      {
        severity: "error",
        code: "bad_value",
        stepId: "n",
        message: 'retries of the new step "New n" must be a whole number from 0 to 9, not 10.',
      },
      { severity: "error", code: "missing_step", message: "There is no step 9. The plan has steps 1 to 5." },
    ],
  });
});
