import { listOf } from "#server/core/list-of.ts";
import type { Plan } from "#server/core/plan.ts";
import type { PlanDiff } from "#server/core/plan-diff.ts";

type StepDiff = PlanDiff["added"][number];
type FieldChange = PlanDiff["plan"][number];

const MAX_SENTENCES = 30;
const MAX_VALUE_LENGTH = 160;
const MAX_LINKS = 8;

/** The plans that a diff compares; null is no plan at all. */
export type ComparedPlans = { before: Plan | null; after: Plan };

/** What changed between two plans, in sentences that name steps by number and title. */
export function diffSentences(diff: PlanDiff, plans: ComparedPlans): string[] {
  const words = (change: FieldChange) => fieldWords(change, plans);
  const sentences = [
    ...diff.plan.map((change) => `The plan's ${words(change)}.`),
    ...diff.removed.map((step) => `Removed ${name(step)}.`),
    ...diff.added.map((step) => `Added ${name(step)}.`),
    ...diff.changed.map((step) => `${name(step)}: ${step.fields.map(words).join("; ")}.`),
    ...diff.moved.map((step) => `Moved ${name(step)} (it was ${step.before}).`),
  ];
  const hidden = sentences.length - MAX_SENTENCES;
  return hidden > 0 ? [...sentences.slice(0, MAX_SENTENCES), `And ${hidden} more changes.`] : sentences;
}

function name(step: StepDiff): string {
  return `step ${step.after ?? step.before} "${step.title}"`;
}

function fieldWords(change: FieldChange, plans: ComparedPlans): string {
  if (change.field === "dependsOn") return waitsWords(change, plans);
  if (change.field === "verifies") return verifiesWords(change, plans);
  const { field, before, after } = asSaid(change);
  if (before === null) return `${field} is now ${shown(after)}`;
  if (after === null) return `${field} is gone (it was ${shown(before)})`;
  return `${field} from ${shown(before)} to ${shown(after)}`;
}

/** What is new and what is gone, where two long lists would hide it. */
function waitsWords({ before, after }: FieldChange, plans: ComparedPlans): string {
  const [was, is] = [before, after].map((ids) => (Array.isArray(ids) ? ids.map(String) : []));
  const gained = is?.filter((id) => !was?.includes(id)) ?? [];
  const lost = was?.filter((id) => !is?.includes(id)) ?? [];
  const words = [
    ...(gained.length > 0 ? [`now waits for ${namesOf(gained, plans)}`] : []),
    ...(lost.length > 0 ? [`no longer waits for ${namesOf(lost, plans)}`] : []),
  ];
  return words.join(" and ") || "waits for the same steps in another order";
}

function verifiesWords({ before, after }: FieldChange, plans: ComparedPlans): string {
  if (after !== null) return `now confirms ${namesOf([String(after)], plans)}`;
  return `no longer confirms ${namesOf([String(before)], plans)}`;
}

function namesOf(ids: readonly string[], plans: ComparedPlans): string {
  const names = ids.slice(0, MAX_LINKS).map((id) => nameOfId(id, plans));
  const hidden = ids.length - names.length;
  return hidden > 0 ? `${names.join(", ")} and ${hidden} more` : listOf(names);
}

/** `step 4 "Send"` as it is now; a step that is gone by its title, an id that no plan has in quotes. */
function nameOfId(id: string, { before, after }: ComparedPlans): string {
  const place = after.steps.findIndex((step) => step.id === id);
  const step = after.steps[place];
  if (step) return `step ${place + 1} "${step.title}"`;
  const gone = before?.steps.find((item) => item.id === id);
  return gone ? `"${gone.title}" (removed)` : `the id "${id}"`;
}

/** Under the names that edits have for them. */
function asSaid(change: FieldChange): FieldChange {
  if (change.field === "maxAttempts") {
    const retries = (attempts: FieldChange["after"]) => (typeof attempts === "number" ? attempts - 1 : null);
    return { field: "retries", before: retries(change.before), after: retries(change.after) };
  }
  if (change.field !== "approval") return change;
  const asked = (approval: FieldChange["after"]) =>
    JSON.stringify(approval) === "{}" ? "required" : approval;
  return { ...change, before: asked(change.before), after: asked(change.after) };
}

function shown(value: FieldChange["after"]): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
