import fc from "fast-check";
import { expect, test } from "vitest";
import { ancestry } from "#server/core/ancestry.ts";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import { planEditSchema } from "#server/core/edit-schema.ts";
import { stepsReadBy } from "#server/core/edits/step-references.ts";
import { canonicalJson } from "#server/core/json.ts";
import { type Plan, planSchema } from "#server/core/plan.ts";
import { validatePlan } from "#server/core/plan-check.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import { makePlan } from "#test/make.ts";
import {
  add,
  bringBack,
  drop,
  fresh,
  goBack,
  insert,
  merge,
  move,
  remove,
  rename,
  set,
  split,
  swap,
  update,
} from "./edits-make.ts";

const GRAPH_ERRORS = [
  "duplicate_id",
  "self_dependency",
  "missing_dependency",
  "cycle",
  "bad_id",
  "bad_title",
  "kind_fields",
];

/** A plan without errors whose steps wait for and read some of those before them. */
const soundPlan: fc.Arbitrary<Plan> = fc
  .array(fc.array(fc.nat(9), { maxLength: 3 }), { minLength: 1, maxLength: 9 })
  .map((links) => {
    const before = (index: number) => [
      ...new Set(links[index]?.filter((other) => other < index).map((other) => `s${other}`)),
    ];
    const graph = Object.fromEntries(links.map((_link, index) => [`s${index}`, before(index)]));
    const readings = links.map((_link, index) => {
      const [first] = before(index);
      if (first === undefined) return [`s${index}`, {}];
      const whole = { kind: "tool", tool: "t", input: { data: `$${first}.output` } };
      return [`s${index}`, index % 2 === 0 ? { if: `$${first}.output.n > 1` } : whole];
    });
    return makePlan(graph, Object.fromEntries(readings));
  });

type Draw = { op: number; a: number; b: number; c: number; flag: boolean };
const draws = fc.array(
  fc.array(fc.record({ op: fc.nat(12), a: fc.nat(12), b: fc.nat(12), c: fc.nat(12), flag: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
  { minLength: 1, maxLength: 8 },
);

/** An edit that names steps of the plan, now and then one that is not there. */
function editOf({ op, a, b, c, flag }: Draw, plan: Plan, serial: string): PlanEdit {
  const step = (number: number) => plan.steps[number % (plan.steps.length + 1)]?.id ?? number;
  switch (op) {
    case 0:
      return add(step(a), [step(b)]);
    case 1:
      return drop(step(a), [step(b)]);
    case 2:
      return set(step(a), [step(b), step(c)]);
    case 3:
      return insert(fresh(`n${serial}`, [step(a)]), step(b), flag ? [step(c)] : []);
    case 4:
      return rename(step(a), `Title ${serial}`);
    case 5:
      return remove(step(a), flag ? "bridge" : "detach");
    case 6:
      return split(step(a), flag ? "chain" : "parallel", "x", `p${serial}`, `q${serial}`);
    case 7:
      return merge([step(a), step(b)], flag ? [{ field: "if", value: null }] : []);
    case 8:
      return move(step(a), step(b), flag ? { dependsOn: [step(b)], requiredBy: [step(c)] } : null);
    case 9:
      return swap(step(a), step(b));
    case 10:
      return bringBack(`s${a}`, null, flag ? [step(b)] : []);
    case 11:
      return goBack((a % 4) + 1);
    default:
      return update(step(a), { field: "retries", value: b % 10 });
  }
}

/** Ids that a list of edits names, and those next to them that taking a step out or apart may rewire. */
function mayChange(plan: Plan, edits: readonly PlanEdit[]): Set<string> {
  const named = new Set(JSON.stringify(edits).match(/[snpq]\d[\d_]*/g) ?? []);
  for (const text of JSON.stringify(edits).match(/\b\d+\b/g) ?? [])
    named.add(plan.steps[Number(text) - 1]?.id ?? "");
  const next = plan.steps.filter(
    (step) =>
      step.dependsOn.some((id) => named.has(id)) || [...stepsReadBy(step)].some((id) => named.has(id)),
  );
  return new Set([...named, ...next.map((step) => step.id)]);
}

function baseOf(edits: readonly PlanEdit[], plan: Plan, revisions: Record<number, Plan>): Plan {
  const [first] = edits;
  return first?.op === "restore_revision" ? (revisions[first.revision] ?? plan) : plan;
}

/** Every step with a step that it reads and that does not come before it. */
function brokenReadings(plan: Plan): string[] {
  const isBefore = ancestry(plan.steps);
  return plan.steps.flatMap((step) =>
    [...stepsReadBy(step)].filter((id) => !isBefore(id, step.id)).map((id) => `${step.id} reads ${id}`),
  );
}

test("lists of random edits never leave a broken graph or reference, never touch other steps, and can be undone exactly", {
  timeout: 60_000,
}, () => {
  let applied = 0;
  fc.assert(
    fc.property(soundPlan, draws, (start, lists) => {
      const revisions: Record<number, Plan> = { 1: start };
      let plan = start;
      for (const [turn, list] of lists.entries()) {
        const edits = list.map((draw, index) => editOf(draw, plan, `${turn}_${index}`));
        const copy = canonicalJson(plan);
        const result = applyEdits(plan, edits, { revisions });
        expect(canonicalJson(plan)).toBe(copy);
        if (!result.ok) {
          expect(result.error[0]?.message).toMatch(/\.$/);
          continue;
        }
        applied += 1;
        const after = result.value.plan;
        const errors = validatePlan(after, { tools: [], agents: [], hasModel: true }).filter((issue) =>
          GRAPH_ERRORS.includes(issue.code),
        );
        expect(errors).toEqual([]);
        expect(planSchema.safeParse(after).success).toBe(true);

        const base = baseOf(edits, plan, revisions);
        const wereBroken = brokenReadings(base);
        expect(brokenReadings(after).filter((item) => !wereBroken.includes(item))).toEqual([]);
        if (edits.length === 1) {
          const touched = mayChange(base, edits);
          for (const step of base.steps) if (!touched.has(step.id)) expect(after.steps).toContain(step);
        }
        const number = Object.keys(revisions).length + 1;
        revisions[number] = after;
        const undone = applyEdits(after, [goBack(number - 1)], { revisions });
        if (canonicalJson(after) !== canonicalJson(revisions[number - 1])) {
          expect(undone).toEqual({ ok: true, value: { plan: revisions[number - 1], notes: [] } });
        }
        plan = after;
      }
    }),
    { numRuns: 1_000 },
  );
  expect(applied).toBeGreaterThan(500);
});

test("every edit that the vocabulary allows is applied or refused in words, on broken plans too", {
  timeout: 60_000,
}, () => {
  const broken = makePlan({ a: ["b", "gone"], b: ["a"], c: ["c"], d: [] });
  const doubled = { ...broken, steps: [...broken.steps, ...broken.steps.slice(0, 2)] };
  fc.assert(
    fc.property(draws, ([list = []]) => {
      const edits = list.map((draw, index) => editOf(draw, doubled, `0_${index}`));
      expect(edits.every((edit) => planEditSchema.safeParse(edit).success)).toBe(true);
      const result = applyEdits(doubled, edits, { revisions: { 1: broken } });
      if (!result.ok) expect(result.error.every((issue) => issue.message.endsWith("."))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

test("five hundred steps take edits in a moment of work", () => {
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
