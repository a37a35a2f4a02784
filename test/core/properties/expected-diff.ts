import { expect } from "vitest";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { diffPlans } from "#server/core/plan-diff.ts";

/** The diff of two plans names exactly what differs, by the text of each field, and moves the fewest. */
export function expectDiff(before: Plan, after: Plan): void {
  const diff = diffPlans(before, after);
  const numbers = { before: numbersOf(before), after: numbersOf(after) };
  const was = new Map(before.steps.map((step) => [step.id, step]));
  const common = after.steps.filter(({ id }) => was.has(id));
  const changed = common.flatMap((step) => {
    const old = was.get(step.id);
    const fields = old ? changedFields(old, step) : [];
    return fields.length === 0 ? [] : [[step.id, fields]];
  });

  expect(diff.changed.map(({ stepId, fields }) => [stepId, fields.map(({ field }) => field).sort()])).toEqual(
    changed,
  );
  expect(diff.added.map(({ stepId }) => stepId)).toEqual(idsOf(after.steps.filter(({ id }) => !was.has(id))));
  expect(diff.removed.map(({ stepId }) => stepId)).toEqual(
    idsOf(before.steps.filter(({ id }) => !numbers.after.has(id))),
  );
  const { steps: _old, ...oldHead } = before;
  const { steps: _new, ...newHead } = after;
  expect(diff.plan.map(({ field }) => field).sort()).toEqual(changedFields(oldHead, newHead));
  for (const item of [...diff.added, ...diff.removed, ...diff.changed, ...diff.moved]) {
    expect(item.before).toBe(numbers.before.get(item.stepId) ?? null);
    expect(item.after).toBe(numbers.after.get(item.stepId) ?? null);
  }

  const moved = new Set(diff.moved.map(({ stepId }) => stepId));
  const places = common.map(({ id }) => numbers.before.get(id) ?? 0);
  const stayed = common.filter(({ id }) => !moved.has(id)).map(({ id }) => numbers.before.get(id) ?? 0);
  expect(stayed).toEqual([...stayed].sort((a, b) => a - b));
  expect(stayed).toHaveLength(longestRise(places));
}

function idsOf(steps: readonly Step[]): string[] {
  return steps.map(({ id }) => id);
}

function numbersOf({ steps }: Plan): Map<string, number> {
  return new Map(steps.map(({ id }, index) => [id, index + 1]));
}

function changedFields(before: object, after: object): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => canonicalJson(old.get(field) ?? null) !== canonicalJson(now.get(field) ?? null))
    .sort();
}

/** How many numbers of a list can be kept so that they rise. */
function longestRise(numbers: readonly number[]): number {
  const lengths: number[] = [];
  for (const [place, number] of numbers.entries()) {
    const before = lengths.filter((_length, earlier) => (numbers[earlier] ?? 0) < number && earlier < place);
    lengths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...lengths);
}
