import { canonicalJson } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import type { EditExpectation, StepExpectation } from "./case-schema.ts";
import { bare } from "./verdict.ts";

/** Settings that a case may ask for, by the field of the plan. */
const ASKED: Partial<Record<keyof Step, keyof StepExpectation>> = {
  maxAttempts: "retries",
  onError: "onError",
  if: "conditionMentionsAny",
  approval: "approval",
};
const NOT_FIELDS = ["id", "title", "dependsOn"];

/**
 * What is another now than at the start and before the message, and is not so in the expected graph either:
 * steps that are gone, new or renamed, links, and settings. What was asked and is merely missing is none.
 */
export function collateralEdits(start: Plan, before: Plan, plan: Plan, expect: EditExpectation): string[] {
  if (expect.type !== "edit") return [];
  const steps = expectedSteps(start, before, plan, expect);
  const kept = new Set(steps.flatMap(({ now }) => (now ? [now.id] : [])));
  const fresh = plan.steps.filter((step) => !kept.has(step.id));
  const surplus = fresh.length > expect.added.length ? fresh : [];
  return [
    ...steps.flatMap((step) => stepCollateral(step, expect)),
    ...steps.flatMap((step) => linkCollateral(step, expect, labels(steps, fresh))),
    ...surplus.map((step) => `${step.title}: is new`),
    ...headCollateral([start, before], plan),
  ];
}

/** A step that there was, and what has come of it. */
type Compared = {
  /** Its title in the expected graph; null when it may become anything there, or is to go. */
  expected: string | null;
  was: readonly Step[];
  /** Whether it was there when the message came. */
  wasThere: boolean;
  now: Step | undefined;
};

function expectedSteps(start: Plan, before: Plan, plan: Plan, expect: EditExpectation): Compared[] {
  const titles = new Map(Object.keys(expect.steps).map((title) => [bare(title), title]));
  const renamed = new Map(Object.entries(expect.renamed).map(([from, to]) => [bare(from), to]));
  const known = [...start.steps, ...before.steps.filter(({ id }) => !start.steps.some((s) => s.id === id))];
  const ids = new Set(known.map(({ id }) => id));
  return known.map(({ id, title }) => {
    const wanted = renamed.get(bare(title)) ?? title;
    const expected = titles.get(bare(wanted)) ?? null;
    const isSame = (step: Step) => step.id === id;
    const isAnew = (step: Step) => !ids.has(step.id) && bare(step.title) === bare(expected ?? title);
    return {
      expected,
      was: [start, before].flatMap(({ steps }) => steps.filter(isSame)),
      wasThere: before.steps.some(isSame),
      now: plan.steps.find(isSame) ?? plan.steps.find(isAnew),
    };
  });
}

function stepCollateral({ expected, was, wasThere, now }: Compared, expect: EditExpectation): string[] {
  const title = was.at(-1)?.title ?? "";
  if (expected === null) return [];
  if (!now) return wasThere ? [`${title}: is gone`] : [];
  const wanted = expect.steps[expected] ?? {};
  const mayRename = was.some((step) => bare(step.title) !== bare(expected));
  const isRenamed = !mayRename && bare(now.title) !== bare(expected);
  const fields = new Set([...was, now].flatMap((step) => Object.keys(step)));
  const changed = [...fields].filter(
    (field) =>
      !NOT_FIELDS.includes(field) && was.every((step) => fieldText(step, field) !== fieldText(now, field)),
  );
  const unasked = changed.filter((field) => {
    const asked = new Map(Object.entries(ASKED)).get(field);
    return asked === undefined || wanted[asked] === undefined;
  });
  return [...(isRenamed ? [`${title}: title`] : []), ...unasked.map((field) => `${expected}: ${field}`)];
}

const FRESH = "a new step";

/** What each step goes by in links: its expected title; what may be anything goes by one name with the new ones. */
function labels(steps: readonly Compared[], fresh: readonly Step[]): ReadonlyMap<string, string> {
  return new Map([
    ...steps.flatMap(({ expected, was, now }) => {
      const label = expected === null ? FRESH : bare(expected);
      return [...was, ...(now ? [now] : [])].map((step) => [step.id, label] as const);
    }),
    ...fresh.map((step) => [step.id, FRESH] as const),
  ]);
}

function linkCollateral(
  { expected, was, now }: Compared,
  expect: EditExpectation,
  label: ReadonlyMap<string, string>,
): string[] {
  if (expected === null || !now) return [];
  const { dependsOn = [], dependsOnAnyOf = [dependsOn] } = expect.steps[expected] ?? {};
  const refs = new Set(expect.added.map(({ ref }) => ref));
  const accepted = dependsOnAnyOf.map((names) => names.map((name) => (refs.has(name) ? FRESH : bare(name))));
  const linksOf = (step: Step) => step.dependsOn.map((id) => label.get(id) ?? id);
  const had = was.map(linksOf);
  const has = linksOf(now);
  const gained = has.filter((link) => ![...had, ...accepted].some((links) => links.includes(link)));
  const lost = (had[0] ?? []).filter(
    (link) => !has.includes(link) && [...had, ...accepted].every((links) => links.includes(link)),
  );
  return [
    ...gained.map((link) => `${expected}: waits for ${link}`),
    ...lost.map((link) => `${expected}: no longer waits for ${link}`),
  ];
}

function headCollateral(were: readonly Plan[], plan: Plan): string[] {
  return Object.keys(plan)
    .filter(
      (field) => field !== "steps" && were.every((was) => fieldText(was, field) !== fieldText(plan, field)),
    )
    .map((field) => `the plan: ${field}`);
}

function fieldText(item: object, field: string): string {
  return canonicalJson(new Map(Object.entries(item)).get(field) ?? null);
}
