import type { Json } from "#server/core/json.ts";
import { stepKindSchema } from "#server/core/plan.ts";
import { approvalCue } from "./brief-cues.ts";
import type { ProposedStep } from "./brief-steps.ts";
import { readByMeaning } from "./frame-reader.ts";
import { bareStep, type ListedPlan } from "./listed-plan.ts";
import { plainOrder } from "./plain-order.ts";
import { readMessage } from "./read-message.ts";
import { rehearse } from "./rehearse.ts";
import type { Edit } from "./understanding.ts";

/** What a sentence of a brief comes to: the steps as it wants them, why it cannot be so, or null for other words. */
export type Told = { steps: ProposedStep[] } | { problem: string } | null;

const SETTINGS = ["approval", "retries", "timeoutSeconds", "onError", "if"];
const LINKS = ["add_dependency", "remove_dependency", "set_dependencies"];
const CONDITIONED =
  /\b(?:run|skip|do|start|leave out|omit)\b[^.;]*\bsteps? \d|\bsteps? \d+ (?:only |then )*(?:runs?|starts?)\b/i;

/** Reads a sentence that names steps by their places; nothing but settings and links is taken from it. */
export function toldOf(sentence: string, steps: readonly ProposedStep[]): Told {
  const plan = listed(steps);
  const text = plainOrder(sentence, plan);
  const world = { plan, focus: [] };
  const meant = readByMeaning(text, world);
  const framed = meant !== null && "orders" in meant ? readMessage(meant.orders, world) : null;
  const read = framed ?? readMessage(text, world);
  const refusal = read?.find((reading) => reading.type === "reply");
  if (refusal?.type === "reply" && /^There is no step \d/.test(refusal.text))
    return {
      problem: refusal.text.replace(/ Nothing was changed\.$/, "").replace("the plan has", "the brief has"),
    };
  if (read === null || read.length === 0 || refusal) return null;
  const edits = read.flatMap((reading) => (reading.type === "edits" ? reading.edits : []));
  if (read.some((reading) => reading.type === "call") || !edits.every((edit) => isSetting(edit, text)))
    return null;
  if (edits.length === 0) return approvalCue(sentence) === null ? { steps: [...steps] } : null;
  const issues = rehearse(edits, plan).filter(({ code }) => code !== "no_change");
  return issues.length > 0 ? null : { steps: edits.reduce(withEdit, [...steps]) };
}

function isSetting(edit: Edit, text: string): boolean {
  if (LINKS.includes(edit.op)) return true;
  const fields = changesOf(edit).map(({ field }) => String(field));
  if (edit.op !== "update_step" || !fields.every((field) => SETTINGS.includes(field))) return false;
  return !fields.includes("if") || CONDITIONED.test(text);
}

function withEdit(steps: ProposedStep[], edit: Edit): ProposedStep[] {
  const at = placeOf(edit["step"], steps);
  return steps.map((step, index) => {
    if (index !== at) return step;
    if (edit.op === "update_step")
      return { ...step, settings: changesOf(edit).reduce(withSetting, step.settings) };
    const named = idsOf(edit["dependsOn"], steps);
    const kept = step.dependsOn.filter((id) => !named.includes(id));
    const dependsOn =
      edit.op === "set_dependencies" ? named : edit.op === "add_dependency" ? [...kept, ...named] : kept;
    return { ...step, dependsOn };
  });
}

type Setting = { [field: string]: Json };

function withSetting(settings: Setting[], change: Setting): Setting[] {
  const others = settings.filter(({ field }) => field !== change["field"]);
  return change["required"] === false || change["value"] === null ? others : [...others, change];
}

function changesOf(edit: Edit): Setting[] {
  const { changes } = edit;
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change) =>
    typeof change === "object" && change !== null && !Array.isArray(change) ? [change] : [],
  );
}

function placeOf(ref: Json | undefined, steps: readonly ProposedStep[]): number {
  return typeof ref === "number" ? ref - 1 : steps.findIndex(({ id }) => id === ref);
}

function idsOf(refs: Json | undefined, steps: readonly ProposedStep[]): string[] {
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((ref) => steps[placeOf(ref, steps)]?.id ?? []);
}

function listed(steps: readonly ProposedStep[]): ListedPlan {
  return {
    revision: 0,
    title: "",
    steps: steps.map((step, index) => {
      const value = (name: string) => step.settings.find(({ field }) => field === name)?.["value"];
      const [tool, condition, onError, retries] = ["tool", "if", "onError", "retries"].map(value);
      return {
        ...bareStep(index + 1, step.id, step.title),
        kind: stepKindSchema.parse(step.kind),
        dependsOn: step.dependsOn.map((id) => placeOf(id, steps) + 1),
        approval: step.settings.some(({ field }) => field === "approval"),
        tool: typeof tool === "string" ? tool : null,
        condition: typeof condition === "string" ? condition : null,
        onError: typeof onError === "string" ? onError : null,
        retries: typeof retries === "number" ? retries : null,
        usesRunInput: value("usesRunInput") === true,
      };
    }),
  };
}
