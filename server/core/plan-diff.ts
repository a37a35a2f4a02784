import { z } from "zod";
import { canonicalJson, type Json, jsonSchema } from "./json.ts";
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
  /** Steps that a changed link names and that stay as they are, when there are any. */
  linked: z.array(stepDiffSchema).optional(),
});
export type PlanDiff = z.infer<typeof planDiffSchema>;

type FieldChange = z.infer<typeof fieldChangeSchema>;

type Fields = ReadonlyMap<string, Json>;

function changesOf(before: Fields, after: Fields): FieldChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((field) => !isSame(before.get(field), after.get(field)))
    .map((field) => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }));
}

function isSame(old: Json | undefined, now: Json | undefined): boolean {
  return old === now || (old !== undefined && now !== undefined && canonicalJson(old) === canonicalJson(now));
}

function fieldsOf(item: object): Fields {
  return new Map(Object.entries(item));
}

function headOf({ steps: _steps, ...head }: Plan): Omit<Plan, "steps"> {
  return head;
}

type Placed = { step: Step; number: number };

/** Steps by id and by how many of that id come up to them: a broken plan may have several. */
function placedSteps(steps: readonly Step[]): Map<string, Placed> {
  const counts = new Map<string, number>();
  return new Map(
    steps.map((step, index) => {
      const count = (counts.get(step.id) ?? 0) + 1;
      counts.set(step.id, count);
      return [`${count} ${step.id}`, { step, number: index + 1 }];
    }),
  );
}

type Rise = { number: number; behind: Rise | null };

/** The numbers of a longest rising subsequence: what need not be moved to get the rest into order. */
function longestRise(numbers: readonly number[]): Set<number> {
  // For each length, the rise of that length that ends lowest.
  const rises: Rise[] = [];
  for (const number of numbers) {
    const length = rises.findLastIndex((rise) => rise.number < number) + 1;
    rises[length] = { number, behind: rises[length - 1] ?? null };
  }
  const longest = new Set<number>();
  for (let rise = rises.at(-1) ?? null; rise; rise = rise.behind) longest.add(rise.number);
  return longest;
}

/** What `after` changes about `before`; null is no plan at all. Steps are the same by id. */
export function diffPlans(before: Plan | null, after: Plan): PlanDiff {
  const [old, now] = [placedSteps(before?.steps ?? []), placedSteps(after.steps)];
  const common = [...now].flatMap(([key, { step, number }]) => {
    const was = old.get(key);
    return was ? [{ was: was.step, step, before: was.number, after: number }] : [];
  });
  const stays = longestRise(common.map((item) => item.before));
  const named = ({ step, ...numbers }: { step: Step; before: number | null; after: number | null }) => ({
    stepId: step.id,
    title: step.title,
    before: numbers.before,
    after: numbers.after,
  });

  const diff: PlanDiff = {
    plan: changesOf(before ? fieldsOf(headOf(before)) : new Map(), fieldsOf(headOf(after))),
    added: [...now].flatMap(([key, { step, number }]) =>
      old.has(key) ? [] : [named({ step, before: null, after: number })],
    ),
    removed: [...old].flatMap(([key, { step, number }]) =>
      now.has(key) ? [] : [named({ step, before: number, after: null })],
    ),
    changed: common
      .filter(({ was, step }) => was !== step)
      .map((item) => ({
        ...named(item),
        fields: changesOf(fieldsOf(item.was), fieldsOf(item.step)),
      }))
      .filter(({ fields }) => fields.length > 0),
    moved: common.filter((item) => !stays.has(item.before)).map(named),
  };
  const known = new Set(
    [diff.added, diff.removed, diff.changed, diff.moved].flat().map(({ stepId }) => stepId),
  );
  const links = new Set(diff.changed.flatMap(({ fields }) => fields.flatMap(changedLinks)));
  const linked = common.filter(({ step }) => links.has(step.id) && !known.has(step.id)).map(named);
  return linked.length === 0 ? diff : { ...diff, linked };
}

function changedLinks({ field, before, after }: FieldChange): Json[] {
  if (field !== "dependsOn") return [];
  const [was, is] = [before, after].map((ids) => new Set(Array.isArray(ids) ? ids : []));
  return [...(was ?? []), ...(is ?? [])].filter((id) => was?.has(id) !== is?.has(id));
}
