import { expect, test } from "vitest";
import { buildPlan } from "#server/core/plan-edits.ts";
import { fresh, shape } from "./edits-make.ts";

function built(steps: ReturnType<typeof fresh>[], over: object = {}): string {
  const result = buildPlan({ title: "T", objective: "O", steps, ...over }, { usedIds: new Set(["old"]) });
  return result.ok
    ? shape(result.value.plan)
    : result.error.map((issue) => `${issue.code}: ${issue.message}`).join(" ");
}

test("a first plan is linked by id, by number and forwards", () => {
  expect(built([fresh("x"), fresh("y", ["x"]), fresh("z", [2])])).toBe("x< y<x z<y");
  expect(built([fresh("x", ["y"]), fresh("y")])).toBe("x<y y<");
});

test("a first plan with doubled or used ids, a circle or no steps is refused", () => {
  expect(built([fresh("x"), fresh("x")])).toBe(
    'duplicate_id: Two steps have the id "x". Every step needs its own.',
  );
  expect(built([fresh("old")])).toContain('used_id: The id "old" belonged to a step that was removed.');
  expect(built([fresh("x", ["y"]), fresh("y", ["x"])])).toContain("cycle: ");
  expect(built([fresh("x", ["x"])])).toBe('self_dependency: The new step "New x" cannot wait for itself.');
  expect(built([fresh("x", ["gone"])])).toBe('missing_step: There is no step with the id "gone".');
  expect(built([])).toBe("no_steps: A plan needs at least one step.");
});

test("a first plan needs a title and an objective that fit", () => {
  expect(built([fresh("x")], { title: " " })).toContain("bad_title: ");
  expect(built([fresh("x")], { title: "x".repeat(121) })).toContain("bad_title: ");
  expect(built([fresh("x")], { objective: "x".repeat(4_001) })).toContain("bad_objective: ");
});
