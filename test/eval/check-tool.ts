import { canonicalStep } from "#server/core/canonical-plan.ts";
import { parseCondition, renameInCondition } from "#server/core/conditions.ts";
import { rewritten } from "#server/core/edits/step-references.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { renameReferences } from "#server/core/references.ts";
import { alternativesOf, planOfOutcome, type ToolOutcome } from "./tool-case.ts";
import { type Fault, graphFaults, mentions, permutations } from "./verdict.ts";

const TEXTS = ["title", "instructions", "expectedOutput"];

/**
 * Compares every field of every step with what an outcome makes of the start. Kept steps are known by their id;
 * added ones may have any id, which then counts for the expected one in links, inputs and conditions too.
 */
export function checkTool(start: Plan, outcome: ToolOutcome, plan: Plan): Fault {
  const invalid = graphFaults(plan);
  if (invalid.length > 0) return `the plan is invalid: ${invalid.join("; ")}`;
  const had = new Set(start.steps.map((step) => step.id));
  const fresh = plan.steps.filter((step) => !had.has(step.id));
  if (fresh.length !== outcome.added.length) {
    const titles = fresh.map((step) => step.title).join(", ");
    return `${fresh.length} new steps (${titles}), expected ${outcome.added.length}`;
  }
  const faults = permutations(fresh).map((steps) => {
    const ids = outcome.added.map(({ id }, index): [string, string] => [steps[index]?.id ?? "", id]);
    return namedFault(start, outcome, renamed(plan, ids));
  });
  return faults.includes(null) ? null : (faults[0] ?? null);
}

function namedFault(start: Plan, outcome: ToolOutcome, plan: Plan): Fault {
  const wanted = planOfOutcome(start, outcome);
  const found = new Map(plan.steps.map((step) => [step.id, step]));
  const surplus = plan.steps.find((step) => !wanted.steps.some((other) => other.id === step.id));
  if (surplus) return `step "${surplus.title}" should be gone`;
  const alternatives = alternativesOf(outcome);
  for (const step of wanted.steps) {
    const is = found.get(step.id);
    if (!is) return `step "${step.title}" is no more`;
    const fault = stepFault(step, is, freeFields(outcome, step.id), alternatives.get(step.id) ?? {});
    if (fault) return `"${is.title}" ${fault}`;
  }
  return titleFault(outcome, found) ?? orderFault(wanted, plan, outcome);
}

function stepFault(
  wanted: Step,
  is: Step,
  free: readonly string[],
  or: Partial<Record<string, unknown[]>>,
): Fault {
  const [should, got] = [canonicalStep(wanted), canonicalStep(is)].map(
    (step) => new Map<string, unknown>(Object.entries(step)),
  );
  for (const field of new Set([...(should?.keys() ?? []), ...(got?.keys() ?? [])])) {
    if (free.includes(field)) continue;
    const value = valueKey(field, got?.get(field));
    const accepted = [should?.get(field), ...(or[field] ?? [])].map((item) => valueKey(field, item));
    if (!accepted.includes(value)) return `has ${field} ${value}, expected ${accepted.join(" or ")}`;
  }
  return null;
}

/** Equal for values that mean the same: links in any order, conditions however they are spaced and quoted. */
function valueKey(field: string, value: unknown): string {
  if (value === undefined) return "nothing";
  if (field === "dependsOn" && Array.isArray(value)) return canonicalJson([...value].sort());
  if (field !== "if" || typeof value !== "string") return canonicalJson(value);
  const condition = parseCondition(value);
  return canonicalJson(condition.ok ? condition.value : value);
}

/** The fields that the words leave open: the texts of a new step, and of one that does another thing now. */
function freeFields(outcome: ToolOutcome, id: string): string[] {
  if (outcome.added.some((added) => added.id === id)) return TEXTS;
  const change = outcome.changed.find((changed) => changed.id === id);
  return change?.mayReword ? TEXTS.filter((field) => !Object.hasOwn(change.set, field)) : [];
}

function titleFault({ added }: ToolOutcome, found: ReadonlyMap<string, Step>): Fault {
  for (const { id, titleMentionsAny } of added) {
    const title = found.get(id)?.title ?? "";
    if (titleMentionsAny && !mentions(title, titleMentionsAny))
      return `new step "${title}" mentions none of ${titleMentionsAny.join(", ")}`;
  }
  return null;
}

function orderFault(wanted: Plan, plan: Plan, { anyPlace }: ToolOutcome): Fault {
  const [should, is] = [wanted, plan].map(({ steps }) => steps.filter(({ id }) => !anyPlace.includes(id)));
  const at = should?.findIndex(({ id }, index) => is?.[index]?.id !== id) ?? -1;
  return at < 0 ? null : `in the list "${is?.[at]?.title}" stands where "${should?.[at]?.title}" should`;
}

/** The plan with steps named anew, wherever they are named; two steps may exchange their names. */
function renamed(plan: Plan, ids: readonly (readonly [string, string])[]): Plan {
  const apart = ids.map(([from], index): [string, string] => [from, `renamed-step-${index}`]);
  const back = ids.map(([, to], index): [string, string] => [`renamed-step-${index}`, to]);
  return [...apart, ...back].reduce((changed, [from, to]) => renamedOne(changed, from, to), plan);
}

function renamedOne(plan: Plan, from: string, to: string): Plan {
  const name = (id: string) => (id === from ? to : id);
  const steps = plan.steps.map((step) => ({
    ...rewritten(
      step,
      (value) => renameReferences(value, from, to),
      (text) => renameInCondition(text, from, to),
    ),
    id: name(step.id),
    dependsOn: step.dependsOn.map(name),
    ...(step.verifies !== undefined && { verifies: name(step.verifies) }),
  }));
  return { ...plan, steps };
}

/**
 * What no outcome changes and is another now than at the start and before the message: fields of kept steps, steps that
 * are gone or new, and what the plan says of itself.
 */
export function toolCollateral(
  outcomes: readonly ToolOutcome[],
  start: Plan,
  before: Plan,
  plan: Plan,
): string[] {
  const now = new Map(plan.steps.map((step) => [step.id, step]));
  const removed = outcomes.flatMap((outcome) => outcome.removed);
  const ofSteps = start.steps.flatMap((step) => {
    const is = now.get(step.id);
    const was = before.steps.find((other) => other.id === step.id);
    if (!is) return removed.includes(step.id) || !was ? [] : [`${step.title}: is gone`];
    const meant = outcomes.flatMap((outcome) => meantFields(outcome, step.id));
    return changedFields(canonicalStep(is), [step, ...(was ? [was] : [])].map(canonicalStep))
      .filter((field) => !meant.includes(field))
      .map((field) => `${step.title}: ${field}`);
  });
  const known = new Set([...start.steps, ...before.steps].map((step) => step.id));
  const fresh = plan.steps.filter((step) => !known.has(step.id));
  const most = Math.max(0, ...outcomes.map((outcome) => outcome.added.length));
  const surplus = fresh.length > most ? fresh.map((step) => `${step.title}: is new`) : [];
  const heads = [plan, start, before].map(({ steps: _steps, ...head }) => head);
  const [head = {}, ...earlier] = heads;
  const ofPlan = changedFields(head, earlier).map((field) => `the plan: ${field}`);
  return [...ofSteps, ...surplus, ...ofPlan];
}

function meantFields(outcome: ToolOutcome, id: string): string[] {
  const changes = outcome.changed.filter((change) => change.id === id);
  return changes.flatMap(({ set, unset, or, mayReword }) => [
    ...Object.keys({ ...set, ...or }),
    ...unset,
    ...(mayReword ? TEXTS : []),
  ]);
}

function changedFields(is: object, earlier: readonly object[]): string[] {
  const [now, ...were] = [is, ...earlier].map((item) => new Map<string, unknown>(Object.entries(item)));
  const names = new Set([...(now?.keys() ?? []), ...were.flatMap((was) => [...was.keys()])]);
  return [...names].filter((field) =>
    were.every((was) => valueKey(field, now?.get(field)) !== valueKey(field, was.get(field))),
  );
}
