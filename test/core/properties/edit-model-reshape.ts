import type { EditOf, PlanEdit } from "#server/core/edit-schema.ts";
import { canonicalJson, type Json } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import { templatesOf } from "./broken-plan.ts";
import { changed, idIn, type Model } from "./edit-model.ts";
import { relinked, unique } from "./edit-model-links.ts";

const TEMPLATES = ["input", "if", "precondition", "wait"] as const satisfies readonly (keyof Step)[];

export function removeModel(model: Model, id: string, rewire: "bridge" | "detach"): Model {
  const gone = model.plan.steps.find((step) => step.id === id);
  const others = model.plan.steps.filter((step) => step.id !== id);
  const linked = relinked(others, id, rewire === "bridge" ? (gone?.dependsOn ?? []) : []);
  const steps = linked.map((step) => {
    const { verifies, ...rest } = step;
    return verifies === id ? rest : step;
  });
  return { ...model, plan: { ...model.plan, steps } };
}

export function splitModel(
  model: Model,
  id: string,
  { parts, arrangement }: EditOf<"split_step">,
  later: readonly PlanEdit[],
): Model {
  const whole = model.plan.steps.find((step) => step.id === id);
  if (!whole) return model;
  const ids = parts.map((part, place) => (place === 0 ? id : part.id));
  const made = parts.map(({ settings, ...texts }, place): Step => {
    const before = ids.slice(Math.max(0, place - 1), place);
    const dependsOn = place === 0 || arrangement === "parallel" ? whole.dependsOn : before;
    return changed({ ...whole, ...texts, id: ids[place] ?? id, dependsOn }, settings);
  });
  const last = ids.at(-1) ?? id;
  const changedKind = later
    .filter((edit) => edit.op === "update_step")
    .filter((edit) => edit.changes.some(({ field }) => field === "kind"))
    .map((edit) => idIn(model, edit.step));
  const isCall = whole.tool !== undefined || whole.agent !== undefined;
  const heir = (isCall && ids.findLast((part) => !changedKind.includes(part))) || last;
  const next = (step: Step) => (step.verifies === id || reads(step, id, "output") ? heir : last);
  const others = model.plan.steps.filter((step) => step !== whole);
  const steps = relinked(others, id, arrangement === "parallel" ? ids : [last])
    .map((step) => (arrangement === "parallel" ? step : readingAnother(step, id, next(step))))
    .map((step) => confirming(step, [id], heir));
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
  const read = others.filter(({ id }) =>
    model.plan.steps.some((step) => !named.includes(step) && reads(step, id, "output")),
  );
  const losses = new Set([model.outputs, ...read.map((step) => lossOf(step, first))]);
  const outputs = (["lost", "unclear", "kept"] as const).find((loss) => losses.has(loss)) ?? "kept";
  return {
    ...model,
    plan: { ...model.plan, steps },
    absorbed: new Map([...model.absorbed, ...absorbed]),
    outputs,
  };
}

/** Whether what a step gives is lost when another stands for it. */
function lossOf(step: Step, other: Step): Model["outputs"] {
  const [one, two] = [step, other].map(({ kind, tool, agent, input, check, wait }) =>
    canonicalJson([kind, ...[tool, agent, input, check, wait].map((value) => value ?? null)]),
  );
  const [schema, others] = [step.outputSchema, other.outputSchema];
  if (one !== two || (schema === undefined) !== (others === undefined)) return "lost";
  return canonicalJson(schema ?? null) === canonicalJson(others ?? null) ? "kept" : "unclear";
}

function reads(step: Step, id: string, field = ""): boolean {
  return [`$${id}.${field}`, `\${${id}.${field}`].some((start) => templatesOf(step).includes(start));
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
