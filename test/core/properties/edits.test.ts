import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { type PlanEdit, planEditSchema } from "#server/core/edit-schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import { type Issue, type IssueCode, type Plan, planSchema } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import { add, fresh, goBack, insert, remove, update } from "#test/core/edits/edits-make.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { type Choices, choicesOf, seeds } from "./choices.ts";
import { type Model, modelOf } from "./edit-model.ts";
import { expectDiff } from "./expected-diff.ts";
import { editsFor } from "./random-edits.ts";
import { richWorkspace } from "./rich-workspace.ts";
import { validPlan } from "./valid-plan.ts";

const GRAPH_ERRORS: readonly IssueCode[] = [
  "duplicate_id",
  "self_dependency",
  "missing_dependency",
  "cycle",
  "too_many_steps",
  "bad_id",
  "bad_title",
  "kind_fields",
  "unknown_reference",
  "reference_not_ancestor",
  "verifies_not_dependency",
];
const WOULD_BREAK: readonly IssueCode[] = [
  "self_dependency",
  "missing_dependency",
  "cycle",
  "broken_reference",
  "verifies_not_dependency",
];
const counts = { applied: 0, refused: 0 };
const opsApplied = new Map<string, number>();

/** Each step exactly as the model has it; one that the model leaves alone is the same object. */
function expectModel({ plan: expected }: Model, after: Plan, before: Plan): void {
  expect(after.steps.map(({ id }) => id)).toEqual(expected.steps.map(({ id }) => id));
  const { steps: _steps, ...fields } = after;
  const { steps: _expected, ...expectedFields } = expected;
  expect(canonicalJson(fields)).toBe(canonicalJson(expectedFields));
  const untouched = new Set(before.steps);
  for (const [place, step] of after.steps.entries()) {
    const wanted = expected.steps[place];
    if (wanted && untouched.has(wanted)) expect(step).toBe(wanted);
    else expect(step).toEqual(wanted);
  }
}

/** The edits, with each split followed by what makes some of its parts reasoning steps. */
function withCallsHandedOn(edits: readonly PlanEdit[], choices: Choices): PlanEdit[] {
  return edits.flatMap((edit) => {
    if (edit.op !== "split_step") return [edit];
    const parts = edit.parts.map((part, index) => (index === 0 ? edit.step : part.id));
    const thinking = parts.filter(() => choices.once(2));
    return [edit, ...thinking.map((part) => update(part, { field: "kind", value: "reasoning" }))];
  });
}

/** A refusal is a sentence; one edit refused for what it would break would have broken it. */
function expectReason(
  refusals: readonly Issue[],
  [edit, ...others]: readonly PlanEdit[],
  { plan, outputs }: Model,
): void {
  for (const { message } of refusals) expect(message).toMatch(/[.?]$/);
  // After a parallel split it is not clear which part is read, and each of them could be.
  if (others.length > 0 || (edit?.op === "split_step" && edit.arrangement === "parallel")) return;
  const breaks = refusals.some(({ code }) => WOULD_BREAK.includes(code));
  if (breaks && outputs === "kept") expect(graphErrorsOf(plan)).not.toEqual([]);
}

function graphErrorsOf(plan: Plan): string[] {
  return validatePlan(plan, richWorkspace)
    .filter(({ code, severity }) => severity === "error" && GRAPH_ERRORS.includes(code))
    .map(({ code, message }) => `${code}: ${message}`);
}

test("edits do exactly what the model says and nothing else, are told by the diff, and can be undone", () => {
  fc.assert(
    fc.property(validPlan, fc.array(seeds, { minLength: 1, maxLength: 4 }), (start, turns) => {
      const revisions: Record<number, Plan> = { 1: start };
      let plan = start;
      for (const [turn, seed] of turns.entries()) {
        const choices = choicesOf(seed);
        const edits = withCallsHandedOn(editsFor(plan, revisions, choices, turn), choices);
        const text = canonicalJson(plan);
        const result = applyEdits(plan, edits, { revisions });
        expect(canonicalJson(plan)).toBe(text);
        if (!result.ok) {
          counts.refused += 1;
          expectReason(result.error, edits, modelOf(plan, edits, revisions));
          continue;
        }
        counts.applied += 1;
        for (const { op } of edits) opsApplied.set(op, (opsApplied.get(op) ?? 0) + 1);
        const { plan: after } = result.value;
        const model = modelOf(plan, edits, revisions);
        expectModel(model, after, model.start);
        if (edits.length === 1) expect(model.outputs).not.toBe("lost");
        expectDiff(plan, after);
        expect(graphErrorsOf(after)).toEqual([]);
        expect(planSchema.safeParse(after).success).toBe(true);

        const number = turn + 2;
        revisions[number] = after;
        const undone = applyEdits(after, [goBack(1)], { revisions });
        if (canonicalJson(after) !== canonicalJson(start)) {
          expect(undone.ok && canonicalJson(undone.value.plan)).toBe(canonicalJson(start));
        }
        plan = after;
      }
    }),
    cases(600),
  );
});

test("every edit that the vocabulary allows is applied or refused in words, on broken plans too", () => {
  const broken = makePlan({ a: ["b", "gone"], b: ["a"], c: ["c"], d: [] }, { c: { if: "$gone.output ==" } });
  const doubled = { ...broken, steps: [...broken.steps, ...broken.steps.slice(0, 2)] };
  fc.assert(
    fc.property(seeds, (seed) => {
      const revisions = { 1: broken };
      const edits: PlanEdit[] = editsFor(doubled, revisions, choicesOf(seed), 0);
      expect(edits.every((edit) => planEditSchema.safeParse(edit).success)).toBe(true);
      const result = applyEdits(doubled, edits, { revisions });
      if (!result.ok) for (const { message } of result.error) expect(message).toMatch(/[.?]$/);
    }),
    cases(300),
  );
});

test("five hundred steps are edited, and no more are added", () => {
  const ids = Array.from({ length: 500 }, (_, index) => `s${index}`);
  const big = makePlan(
    Object.fromEntries(ids.map((id, index) => [id, ids.slice(Math.max(0, index - 1), index)])),
  );

  const result = applyEdits(big, [remove(250), add(500, [1])]);

  expect(result.ok && result.value.plan.steps.length).toBe(499);
  expect(applyEdits(big, [insert(fresh("n"))])).toMatchObject({
    ok: false,
    error: [{ code: "too_many_steps" }],
  });
});

afterAll(() => {
  const ops = [...opsApplied].map(([op, count]) => `${op} ${count}`).sort();
  console.log(
    `Lists of edits: ${counts.applied} applied, ${counts.refused} refused. Applied: ${ops.join(", ")}.`,
  );
});
