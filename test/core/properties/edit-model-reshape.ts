import type { EditOf } from "#server/core/edit-schema.ts";
import type { Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { templatesOf } from "./broken-plan.ts";
import { changed, type Model } from "./edit-model.ts";
import { relinked, unique } from "./edit-model-links.ts";

const TEMPLATES = ["input", "if", "precondition", "wait"] as const satisfies readonly (keyof Step)[];

export function removeModel(model: Model, id: string, rewire: "bridge" | "detach"): Model {
  const gone = model.plan.steps.find((step) => step.id === id);
  const others = model.plan.steps.filter((step) => step.id !== id);
  const linked = relinked(others, id, rewire === "bridge" ? (gone?.dependsOn ?? []) : []);
  const readers = linked.filter((step) => reads(step, id)).map((step) => [step.id, TEMPLATES] as const);
  const steps = linked.map((step) => {
    const { verifies, ...rest } = step;
    return verifies === id ? rest : step;
  });
  return { ...model, plan: { ...model.plan, steps }, following: new Map([...model.following, ...readers]) };
}

export function splitModel(model: Model, id: string, { parts, arrangement }: EditOf<"split_step">): Model {
  const whole = model.plan.steps.find((step) => step.id === id);
  if (!whole) return model;
  const ids = parts.map((part, place) => (place === 0 ? id : part.id));
  const made = parts.map(({ settings, ...texts }, place): Step => {
    const before = ids.slice(Math.max(0, place - 1), place);
    const dependsOn = place === 0 || arrangement === "parallel" ? whole.dependsOn : before;
    return changed({ ...whole, ...texts, id: ids[place] ?? id, dependsOn }, settings);
  });
  const last = ids.at(-1) ?? id;
  const others = model.plan.steps.filter((step) => step !== whole);
  const steps = relinked(others, id, arrangement === "parallel" ? ids : [last])
    .map((step) => (arrangement === "parallel" ? step : readingAnother(step, id, last)))
    .map((step) => confirming(step, [id], last));
  const at = model.plan.steps.indexOf(whole);
  return {
    ...model,
    plan: { ...model.plan, steps: [...steps.slice(0, at), ...made, ...steps.slice(at)] },
  };
}

export function mergeModel(
  model: Model,
  ids: readonly string[],
  { title, instructions, expectedOutput, changes }: EditOf<"merge_steps">,
): Model {
  const named = model.plan.steps.filter((step) => ids.includes(step.id));
  const [first, ...others] = named;
  if (!first) return model;
  const approval = named.find((step) => step.approval)?.approval;
  const dependsOn = unique(named.flatMap((step) => step.dependsOn)).filter((id) => !ids.includes(id));
  const united: Step = {
    ...first,
    ...(approval && { approval }),
    ...(named.some((step) => step.usesRunInput) && { usesRunInput: true }),
    title,
    instructions,
    expectedOutput,
    dependsOn,
  };
  const kept = model.plan.steps.filter((step) => !others.includes(step));
  const merged = kept.map((step) => (step === first ? changed(united, changes) : step));
  const steps = others
    .reduce(
      (list, other) =>
        relinked(list, other.id, [first.id]).map((step) => readingAnother(step, other.id, first.id)),
      merged,
    )
    .map((step) => confirming(step, ids, first.id));
  const absorbed = others.map((step) => [step.id, first.id] as const);
  return {
    ...model,
    plan: { ...model.plan, steps },
    absorbed: new Map([...model.absorbed, ...absorbed]),
  };
}

function reads(step: Step, id: string): boolean {
  return [`$${id}.`, `\${${id}.`].some((start) => templatesOf(step).includes(start));
}

/** The step with what it reads of one step read of another, by the text of its references. */
function readingAnother(step: Step, from: string, to: string): Step {
  if (from === to || !reads(step, from)) return step;
  const renamed = TEMPLATES.filter((field) => step[field] !== undefined).map((field): [string, Json] => {
    const text = JSON.stringify(step[field]);
    return [
      field,
      JSON.parse(text.replaceAll(`$${from}.`, `$$${to}.`).replaceAll(`\${${from}.`, `$\{${to}.`)),
    ];
  });
  return { ...step, ...Object.fromEntries(renamed) };
}

function confirming(step: Step, from: readonly string[], to: string): Step {
  if (step.verifies === undefined || !from.includes(step.verifies) || step.verifies === to) return step;
  return { ...step, verifies: to };
}
