import { canonicalJson } from "#server/core/json.ts";
import { DEFAULT_MAX_ATTEMPTS, type Plan, type Step } from "#server/core/plan.ts";
import type { CaseStep, Graph } from "./conversations/oracle.ts";
import { applyOutcome, type Outcome } from "./conversations/outcome.ts";
import { bare, type Fault } from "./verdict.ts";

/** Compares a plan with the one that an outcome makes of the graph before it; titles tell which step is which. */
export function checkOutcome(before: Graph, outcome: Outcome, plan: Plan): Fault {
  return (
    contentFault(before, outcome, plan) ?? orderFault(applyOutcome(before, outcome), plan, outcome.anyPlace)
  );
}

/** Whether the plan is the outcome to the last place in the list, so that the next numbers mean the same steps. */
export function isExactly(before: Graph, outcome: Outcome, plan: Plan): boolean {
  const wanted = applyOutcome(before, outcome);
  return contentFault(before, outcome, plan) === null && orderFault(wanted, plan) === null;
}

function contentFault(before: Graph, outcome: Outcome, plan: Plan): Fault {
  const wanted = applyOutcome(before, outcome);
  const ids = new Map(
    wanted.flatMap((step) => sameTitle(plan, step.title).map((found) => [step.id, found.id])),
  );
  const surplus = plan.steps.filter(
    (step) => !wanted.some((other) => bare(other.title) === bare(step.title)),
  );
  if (surplus.length > 0) return `there is a step too many: ${surplus.map((step) => step.title).join(", ")}`;
  for (const step of wanted) {
    const [found, twin] = sameTitle(plan, step.title);
    if (!found || twin) return `step "${step.title}" is there ${found ? "more than once" : "no more"}`;
    const fault = stepFault(step, found, ids);
    if (fault) return `"${step.title}" ${fault}`;
  }
  return null;
}

function sameTitle(plan: Plan, title: string): Step[] {
  return plan.steps.filter((step) => bare(step.title) === bare(title));
}

function stepFault(wanted: CaseStep, found: Step, ids: ReadonlyMap<string, string>): Fault {
  const dependsOn = wanted.dependsOn.map((id) => ids.get(id) ?? id);
  if (sorted(dependsOn) !== sorted(found.dependsOn))
    return `depends on [${sorted(found.dependsOn)}], expected [${sorted(dependsOn)}]`;
  if ((found.approval !== undefined) !== (wanted.approval === true))
    return `${found.approval ? "asks" : "does not ask"} for approval`;
  const attempts = (wanted.retries ?? DEFAULT_MAX_ATTEMPTS - 1) + 1;
  if ((found.maxAttempts ?? DEFAULT_MAX_ATTEMPTS) !== attempts)
    return `has ${found.maxAttempts} attempts, expected ${attempts}`;
  if (!errorPolicies(wanted).includes(found.onError ?? "skip_dependents"))
    return `has onError ${found.onError}, expected ${wanted.onError}`;
  return conditionFault(wanted.if, found.if, ids);
}

/** That the rest goes on can be said in two ways, which differ in what the failed step is called afterwards. */
function errorPolicies({ onError }: CaseStep): string[] {
  return onError === "continue" ? ["continue", "skip"] : [onError ?? "skip_dependents"];
}

function conditionFault(
  wanted: string | undefined,
  found: string | undefined,
  ids: ReadonlyMap<string, string>,
): Fault {
  if (wanted === undefined) return found === undefined ? null : `has the condition ${found}`;
  const [, id = "", status = ""] = /^\$([\w-]+)\.status == '(\w+)'$/.exec(wanted) ?? [];
  const opposite = status === "failed" ? "completed" : "failed";
  const accepted = [`$${ids.get(id)}.status=='${status}'`, `$${ids.get(id)}.status!='${opposite}'`];
  const got = (found ?? "").replace(/\s+/g, "").replaceAll('"', "'");
  return accepted.includes(got) ? null : `has the condition ${found}, expected ${wanted}`;
}

function orderFault(wanted: Graph, plan: Plan, anyPlace: readonly string[] = []): Fault {
  const loose = new Set(wanted.filter((step) => anyPlace.includes(step.id)).map((step) => bare(step.title)));
  const order = (titles: readonly string[]) => titles.map(bare).filter((title) => !loose.has(title));
  const [is, should] = [plan.steps, wanted].map((steps) => order(steps.map((step) => step.title)));
  const at = should?.findIndex((title, index) => is?.[index] !== title) ?? -1;
  return at < 0 ? null : `in the list "${is?.[at]}" stands where "${should?.[at]}" should`;
}

const FIELDS = {
  title: ["title", "instructions", "expectedOutput"],
  dependsOn: ["dependsOn"],
  approval: ["approval"],
  retries: ["maxAttempts"],
  onError: ["onError"],
  if: ["if"],
} as const;

/** What changed although no accepted outcome changes it: other steps, other fields of the steps that are meant, new steps. */
export function collateralOf(outcomes: readonly Outcome[], before: Graph, was: Plan, plan: Plan): string[] {
  const meant = meantFields(outcomes, before);
  const now = new Map(plan.steps.map((step) => [step.id, step]));
  const had = new Set(was.steps.map((step) => step.id));
  const fresh = plan.steps.filter((step) => !had.has(step.id));
  const most = Math.max(0, ...outcomes.map(({ added = [] }) => added.length));
  const surplus = fresh.length > most ? fresh.map((step) => `${step.title}: is new`) : [];
  const touched = was.steps.flatMap((step) => {
    const allowed = meant.get(bare(step.title)) ?? new Set<string>();
    const found = now.get(step.id);
    if (!found) return allowed.has(REMOVAL) ? [] : [`${step.title}: is gone`];
    const fields = [...new Set([...Object.keys(step), ...Object.keys(found)])];
    return fields
      .filter((field) => !allowed.has(field) && fieldOf(step, field) !== fieldOf(found, field))
      .map((field) => `${step.title}: ${field}`);
  });
  return [...touched, ...surplus];
}

const REMOVAL = "removal";

/** By title, what the accepted outcomes change in a step. */
function meantFields(outcomes: readonly Outcome[], before: Graph): Map<string, Set<string>> {
  const changes = outcomes.flatMap((outcome) => [
    ...(outcome.removed ?? []).map((id) => ({ id, fields: [REMOVAL] })),
    ...(outcome.changed ?? []).map((step) => ({ id: step.id, fields: changedFields(before, step) })),
  ]);
  const meant = new Map<string, Set<string>>();
  for (const { id, title } of before) {
    const fields = changes.filter((change) => change.id === id).flatMap((change) => change.fields);
    meant.set(bare(title), new Set(fields));
  }
  return meant;
}

function changedFields(before: Graph, step: CaseStep): string[] {
  const earlier = before.find((other) => other.id === step.id);
  const wanted = new Map<string, unknown>(Object.entries(step));
  const old = new Map<string, unknown>(Object.entries(earlier ?? {}));
  return Object.entries(FIELDS).flatMap(([field, names]) =>
    JSON.stringify(wanted.get(field)) === JSON.stringify(old.get(field)) ? [] : [...names],
  );
}

function fieldOf(step: Step, field: string): string {
  return canonicalJson(new Map(Object.entries(step)).get(field) ?? null);
}

function sorted(ids: readonly string[]): string {
  return [...ids].sort().join(", ");
}
