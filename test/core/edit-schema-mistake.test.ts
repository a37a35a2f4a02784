import { expect, test } from "vitest";
import { editPlanInputSchema, planEditSchema } from "#server/core/edit-schema.ts";
import { editSchemas } from "#server/core/edit-schema-edits.ts";
import { mistakeIn, mistakesOf } from "#server/core/edit-schema-mistake.ts";

const OPS =
  "The op is one of add_dependency, remove_dependency, set_dependencies, add_step, update_step, remove_step, restore_step, split_step, merge_steps, move_step, swap_steps, set_plan, restore_revision.";
const FIELDS =
  "The field is one of approval, if, tool, input, agent, outputSchema, retries, timeoutSeconds, onError, usesRunInput, verifies, check, wait, precondition.";

function mistake(edit: unknown): string | undefined {
  return planEditSchema
    .safeParse(edit)
    .error?.issues.map((issue) => issue.message)
    .join(" ");
}

const removal = { op: "remove_step", step: 2, rewire: "bridge" };
const step = { id: "x", title: "X", kind: "tool", instructions: "", expectedOutput: "", dependsOn: [] };
const addition = { op: "add_step", after: null, requiredBy: [] };

test("an edit that is none is refused with the edits that there are", () => {
  const table: [unknown, string][] = [
    [{ op: "remove_stap", step: 1 }, `There is no op "remove_stap". Did you mean "remove_step"`],
    [{ op: "toString" }, `There is no op "toString". ${OPS}`],
    [{ op: 5 }, `There is no op 5. ${OPS}`],
    [{ step: 1 }, `"op" is missing. ${OPS}`],
    ["remove step 1", `"remove step 1" is no object with "op". ${OPS}`],
    [null, `null is no object with "op". ${OPS}`],
    [undefined, `Nothing is no object with "op". ${OPS}`],
  ];
  for (const [edit, says] of table) expect(mistake(edit)).toContain(says);
});

test("a wrong part of an edit is named with its value and what would work", () => {
  const table: [unknown, string][] = [
    [{ ...removal, rewire: "bidge" }, 'remove_step.rewire must be one of "bridge", "detach", not "bidge".'],
    [{ op: "remove_step", step: 2 }, 'remove_step.rewire is missing; it must be one of "bridge", "detach".'],
    [{ ...removal, step: 2.5 }, "remove_step.step must be the id or the number of a step, not 2.5."],
    [{ ...removal, approved: true, done: 1 }, 'Unrecognized keys: "approved", "done"'],
    [{ op: "restore_revision", revision: 1.5 }, "restore_revision.revision must be a whole number, not 1.5."],
    [{ op: "restore_revision", revision: "1" }, 'restore_revision.revision must be of type number, not "1".'],
    [
      { ...addition, after: true, step: { ...step, settings: [] } },
      "add_step.after must be the id or the number of a step, 0 for the start or null for the end, not true.",
    ],
    [
      { op: "move_step", step: 1, after: 2, reinsert: {} },
      "move_step.reinsert must be null, or an object with dependsOn and requiredBy, not {}.",
    ],
    [
      { op: "merge_steps", steps: [1, null], title: "", instructions: "", expectedOutput: "", changes: [] },
      "merge_steps.steps[1] must be the id or the number of a step, not null.",
    ],
  ];
  for (const [edit, says] of table) expect(mistake(edit)).toBe(says);
});

test("a wrong setting within an edit is named too, and every other mistake", () => {
  const setting = (value: object) => mistake({ ...addition, step: { ...step, settings: [value] } });
  const at = "add_step.step.settings[0]:";

  expect(setting({ field: "retires", value: 2 })).toBe(
    `${at} There is no field "retires". Did you mean "retries"? ${FIELDS}`,
  );
  expect(setting({ field: "retries", value: "two" })).toBe(
    `${at} retries.value must be of type number, not "two".`,
  );
  expect(setting({ field: "wait", seconds: 1 })).toBe(
    `${at} wait.until is missing; it must be of type string.`,
  );
  expect(setting({ field: "verifies", value: true })).toBe(
    `${at} verifies.value must be the id or the number of a step, or null, not true.`,
  );
  const check = { field: "check", path: "", op: "==", everySeconds: 1, withinSeconds: 1 };
  expect(setting({ ...check, value: [] })).toBe(
    `${at} check.value must be text, a number, true, false or null, not [].`,
  );
  const look = { field: "precondition", tool: null, input: null, path: null, value: null };
  expect(setting({ ...look, op: "=" })).toBe(
    `${at} precondition.op must be null or one of == != > >= < <= contains exists, not "=".`,
  );
  expect(mistake({ ...addition, step: { ...step, kind: "shell", more: 1, other: 2, settings: [] } })).toBe(
    'add_step.step.kind must be one of "tool", "reasoning", "agent", "check", "wait", not "shell". add_step.step takes no "more", "other".',
  );
  expect(mistake({ op: "update_step", step: 1, changes: [{ field: "id" }] })).toContain(
    'update_step.changes[0]: There is no field "id".',
  );
  expect(mistake({ op: "set_plan", changes: [{ field: "steps", value: [] }] })).toBe(
    'set_plan.changes[0]: There is no field "steps". The field is one of title, objective, completionCriteria, assumptions, tags, budget.',
  );
});

test("a long wrong value is shortened", () => {
  expect(mistake({ ...removal, rewire: "x".repeat(500) })).toBe(
    `remove_step.rewire must be one of "bridge", "detach", not "${"x".repeat(78)}….`,
  );
});

test("a mistake in a list of edits says which edit it is in", () => {
  const { error } = editPlanInputSchema.safeParse({
    baseRevision: 1,
    edits: [removal, { ...removal, rewire: 1 }],
    changeDescription: "",
  });

  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [["edits", 1], 'remove_step.rewire must be one of "bridge", "detach", not 1.'],
  ]);
});

test("an edit that can be read has no mistake", () => {
  expect(mistakeIn("op", editSchemas, removal)).toBe("");
});

test("each mistake in a whole call is named with its place in it", () => {
  const value = { baseRevision: "1", edits: [removal, { op: "remove_step", step: 1 }], done: true };
  const { error } = editPlanInputSchema.safeParse(value);

  expect(error && mistakesOf("edit_plan", value, error)).toEqual([
    'edit_plan.baseRevision must be of type number, not "1".',
    'edit_plan.edits[1]: remove_step.rewire is missing; it must be one of "bridge", "detach".',
    "edit_plan.changeDescription is missing; it must be of type string.",
    'edit_plan takes no "done".',
  ]);
});
