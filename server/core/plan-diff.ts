import { z } from "zod";
import { canonicalJson, jsonSchema } from "./json.ts";
import type { Plan, Step } from "./plan.ts";

const fieldChangeSchema = z.object({
  field: z.string(),
  before: jsonSchema.nullable(),
  after: jsonSchema.nullable(),
});

const stepDiffSchema = z.object({
  stepId: z.string(),
  title: z.string(),
  /** Number in the plan before; null for an added step. */
  before: z.int().nullable(),
  /** Number in the plan after; null for a removed step. */
  after: z.int().nullable(),
});

/** What changed between two plans, field by field. Ids name steps; numbers are for people. */
export const planDiffSchema = z.object({
  plan: z.array(fieldChangeSchema),
  added: z.array(stepDiffSchema),
  removed: z.array(stepDiffSchema),
  changed: z.array(stepDiffSchema.extend({ fields: z.array(fieldChangeSchema) })),
  /** Steps whose place among the steps that both plans have is another one. */
  moved: z.array(stepDiffSchema),
});
export type PlanDiff = z.infer<typeof planDiffSchema>;

type FieldChange = z.infer<typeof fieldChangeSchema>;

function changesOf(before: object, after: object, left: readonly string[]): FieldChange[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((field) => !left.includes(field))
    .map((field) => ({ field, before: old.get(field) ?? null, after: now.get(field) ?? null }))
    .filter((change) => canonicalJson(change.before) !== canonicalJson(change.after));
}

/** Places of a longest rising subsequence: what need not be moved to get the rest into order. */
function longestRise(numbers: readonly number[]): Set<number> {
  const previous: number[] = [];
  const ends: number[] = [];
  for (const [place, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[place] = ends[low - 1] ?? -1;
    ends[low] = place;
  }
  const rise = new Set<number>();
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place] ?? -1) rise.add(place);
  return rise;
}

/** What `after` changes about `before`; null is no plan at all. Steps are the same by id. */
export function diffPlans(before: Plan | null, after: Plan): PlanDiff {
  const placed = (plan: Plan | null) => {
    const places = new Map<string, { step: Step; number: number }>();
    for (const [index, step] of (plan?.steps ?? []).entries()) {
      if (!places.has(step.id)) places.set(step.id, { step, number: index + 1 });
    }
    return places;
  };
  const [old, now] = [placed(before), placed(after)];
  const common = [...now].flatMap(([stepId, { step, number }]) => {
    const was = old.get(stepId);
    return was ? [{ stepId, step, was: was.step, before: was.number, after: number }] : [];
  });
  const stays = longestRise(common.map((item) => item.before));
  const named = ({ stepId, step, before: from, after: to }: (typeof common)[number]) => ({
    stepId,
    title: step.title,
    before: from,
    after: to,
  });

  return {
    plan: changesOf(before ?? {}, after, ["steps"]),
    added: [...now]
      .filter(([stepId]) => !old.has(stepId))
      .map(([stepId, { step, number }]) => ({ stepId, title: step.title, before: null, after: number })),
    removed: [...old]
      .filter(([stepId]) => !now.has(stepId))
      .map(([stepId, { step, number }]) => ({ stepId, title: step.title, before: number, after: null })),
    changed: common.flatMap((item) => {
      const fields = changesOf(item.was, item.step, ["id"]);
      return item.was === item.step || fields.length === 0 ? [] : [{ ...named(item), fields }];
    }),
    moved: common.filter((_item, place) => !stays.has(place)).map(named),
  };
}
