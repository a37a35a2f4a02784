import type { PlanDiff } from "#server/core/plan-diff.ts";

type StepDiff = PlanDiff["added"][number];
type FieldChange = PlanDiff["plan"][number];

const MAX_SENTENCES = 30;
const MAX_VALUE_LENGTH = 160;

/** What changed between two plans, in sentences that name steps by number and title. */
export function diffSentences(diff: PlanDiff): string[] {
  const sentences = [
    ...diff.plan.map((change) => `The plan's ${fieldWords(change)}.`),
    ...diff.removed.map((step) => `Removed ${name(step)}.`),
    ...diff.added.map((step) => `Added ${name(step)}.`),
    ...diff.changed.map((step) => `${name(step)}: ${step.fields.map(fieldWords).join("; ")}.`),
    ...diff.moved.map((step) => `Moved ${name(step)} (it was ${step.before}).`),
  ];
  const hidden = sentences.length - MAX_SENTENCES;
  return hidden > 0 ? [...sentences.slice(0, MAX_SENTENCES), `And ${hidden} more changes.`] : sentences;
}

function name(step: StepDiff): string {
  return `step ${step.after ?? step.before} "${step.title}"`;
}

function fieldWords({ field, before, after }: FieldChange): string {
  if (before === null) return `${field} is now ${shown(after)}`;
  if (after === null) return `${field} is gone (it was ${shown(before)})`;
  return `${field} from ${shown(before)} to ${shown(after)}`;
}

function shown(value: FieldChange["after"]): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
