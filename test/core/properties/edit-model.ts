import type { EditOf, PlanEdit } from "#server/core/edit-schema.ts";
import type { Change, Setting, StepReference } from "#server/core/edit-schema-settings.ts";
import { KIND_FIELDS } from "#server/core/kind-fields.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { linkedTo, placedAfter, relinked, replaced, requiredBy, unique } from "./edit-model-links.ts";
import { mergeModel, removeModel, splitModel } from "./edit-model-reshape.ts";

/** What edits make of a plan, by rules that are written without regard to speed or to refusals. */
export type Model = {
  plan: Plan;
  /** The plan whose numbers and revisions the edits mean. */
  start: Plan;
  revisions: Readonly<Record<number, Plan>>;
  /** Ids that a merge took in, and the id that stands for them. */
  absorbed: ReadonlyMap<string, string>;
  /** Whether what is read of the steps that a merge took in is still given; schemas that differ are not compared. */
  outputs: "kept" | "lost" | "unclear";
};

export function modelOf(plan: Plan, edits: readonly PlanEdit[], revisions: Model["revisions"]): Model {
  const [first] = edits;
  const from = first?.op === "restore_revision" ? (revisions[first.revision] ?? plan) : plan;
  const start: Model = { plan: from, start: from, revisions, absorbed: new Map(), outputs: "kept" };
  return edits.reduce((model, edit, index) => after(model, edit, edits.slice(index + 1)), start);
}

/** The id of a step that an edit names; a number counts in the list that the edits started from. */
export function idIn({ plan, start, absorbed }: Model, reference: StepReference): string {
  const isThere = typeof reference === "string" && plan.steps.some(({ id }) => id === reference);
  const isOld = typeof reference === "string" && start.steps.some(({ id }) => id === reference);
  const numbered = start.steps[Number(reference) - 1]?.id;
  let id = isThere || isOld ? String(reference) : (numbered ?? String(reference));
  while (absorbed.has(id)) id = absorbed.get(id) ?? id;
  return id;
}

function after(model: Model, edit: PlanEdit, later: readonly PlanEdit[]): Model {
  const { plan } = model;
  const ids = (references: readonly StepReference[]) => unique(references.map((item) => idIn(model, item)));
  const now = (steps: readonly Step[]): Model => ({ ...model, plan: { ...plan, steps: [...steps] } });
  switch (edit.op) {
    case "add_dependency":
      return now(
        linkedTo(plan.steps, idIn(model, edit.step), (old) => unique([...old, ...ids(edit.dependsOn)])),
      );
    case "remove_dependency": {
      const gone = ids(edit.dependsOn);
      return now(
        linkedTo(plan.steps, idIn(model, edit.step), (old) => old.filter((id) => !gone.includes(id))),
      );
    }
    case "set_dependencies":
      return now(linkedTo(plan.steps, idIn(model, edit.step), () => ids(edit.dependsOn)));
    case "add_step": {
      const { settings, dependsOn, ...fields } = edit.step;
      const step = changed({ ...fields, dependsOn: ids(dependsOn) }, settings);
      const anchor = edit.after === null || edit.after === 0 ? edit.after : idIn(model, edit.after);
      const steps = placedAfter([...plan.steps, step], step.id, anchor);
      return now(requiredBy(steps, step.id, ids(edit.requiredBy)));
    }
    case "update_step":
      return now(replaced(plan.steps, idIn(model, edit.step), (step) => changed(step, edit.changes)));
    case "remove_step":
      return removeModel(model, idIn(model, edit.step), edit.rewire);
    case "split_step":
      return splitModel(model, idIn(model, edit.step), edit, later);
    case "merge_steps":
      return mergeModel(model, ids(edit.steps), edit);
    case "move_step":
      return now(moved(model, edit));
    case "swap_steps":
      return now(swapped(plan.steps, idIn(model, edit.step), idIn(model, edit.with)));
    case "restore_step":
      return now(broughtBack(model, edit));
    case "set_plan":
      return { ...model, plan: edit.changes.reduce(withChange, plan) };
    case "restore_revision":
      return model;
  }
}

/** A step with the changes that the random edits make. */
export function changed(step: Step, changes: readonly (Change | Setting)[]): Step {
  const after = { ...step };
  for (const change of changes) Object.assign(after, changedFields(after, change));
  return JSON.parse(JSON.stringify(after));
}

function changedFields(at: Partial<Step>, change: Change | Setting): object {
  switch (change.field) {
    case "retries":
      return { maxAttempts: change.value + 1 };
    case "onError":
      return { onError: change.value === "skip_dependents" ? undefined : change.value };
    case "approval":
      return {
        approval: change.required
          ? { ...at.approval, reason: change.reason, approvers: change.approvers }
          : undefined,
      };
    // The random edits change a kind to reasoning alone, which takes none of these.
    case "kind":
      return { kind: change.value, ...Object.fromEntries(KIND_FIELDS.map((field) => [field, undefined])) };
    case "if":
      return { if: change.value ?? undefined };
    default:
      return "value" in change ? { [change.field]: change.value } : {};
  }
}

function withChange(plan: Plan, change: EditOf<"set_plan">["changes"][number]): Plan {
  if (change.field !== "budget") return { ...plan, [change.field]: change.value };
  const limits = Object.entries(change).filter(([name, limit]) => name !== "field" && limit !== null);
  return { ...plan, budget: Object.fromEntries(limits) };
}

function moved(model: Model, { step, after: anchor, reinsert }: EditOf<"move_step">): Step[] {
  const id = idIn(model, step);
  const steps = placedAfter(
    model.plan.steps,
    id,
    anchor === null || anchor === 0 ? anchor : idIn(model, anchor),
  );
  if (!reinsert) return steps;
  const own = steps.find((item) => item.id === id)?.dependsOn ?? [];
  const ids = (references: readonly StepReference[]) => unique(references.map((item) => idIn(model, item)));
  const outside = relinked(steps, id, own);
  return requiredBy(
    linkedTo(outside, id, () => ids(reinsert.dependsOn)),
    id,
    ids(reinsert.requiredBy),
  );
}

function swapped(steps: readonly Step[], one: string, other: string): Step[] {
  const turned = (id: string) => (id === one ? other : id === other ? one : id);
  const linksOf = (id: string) => steps.find((step) => step.id === id)?.dependsOn.map(turned) ?? [];
  const [forOne, forOther] = [linksOf(other), linksOf(one)];
  const linked = steps.reduce(
    (list, { id }) =>
      linkedTo(list, id, (old) => (id === one ? forOne : id === other ? forOther : old.map(turned))),
    steps,
  );
  const byId = new Map(linked.map((step) => [step.id, step]));
  return linked.map((step) => byId.get(turned(step.id)) ?? step);
}

/** Behind the nearest step in front of it that is still there, else in front of the nearest behind it. */
function broughtBack(model: Model, edit: EditOf<"restore_step">): Step[] {
  const { plan, revisions } = model;
  const sources = Object.entries(revisions).filter(
    ([number, old]) =>
      (edit.revision === null || Number(number) === edit.revision) &&
      old.steps.some(({ id }) => id === edit.step),
  );
  const source = sources.at(-1)?.[1].steps ?? [];
  const at = source.findIndex(({ id }) => id === edit.step);
  const step = source[at];
  if (!step) return plan.steps;
  const isThere = (id: string) => plan.steps.some((item) => item.id === id);
  const restored = linkedTo([step], step.id, (old) => old.filter(isThere));
  const before = source.slice(0, at).findLast(({ id }) => isThere(id))?.id;
  const behind = source.slice(at + 1).find(({ id }) => isThere(id))?.id;
  const index =
    before !== undefined
      ? plan.steps.findIndex(({ id }) => id === before) + 1
      : behind !== undefined
        ? plan.steps.findIndex(({ id }) => id === behind)
        : plan.steps.length;
  const steps = [...plan.steps.slice(0, index), ...restored, ...plan.steps.slice(index)];
  return requiredBy(steps, step.id, unique(edit.requiredBy.map((item) => idIn(model, item))));
}
