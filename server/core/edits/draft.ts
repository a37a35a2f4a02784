import { shortened } from "#server/core/characters.ts";
import { type Issue, type IssueCode, type Plan, type Step, stepName } from "#server/core/plan.ts";
import type { GoneStep } from "./gone-steps.ts";
import type { StepRead } from "./step-references.ts";

/** One place that holds a step: it keeps its identity while the step in it is replaced. */
export type Slot = { step: Step };

type OutputRead = { reader: Slot; reference: StepRead };

/** A plan while edits are applied to it. A refusal refuses the whole list of edits. */
export type Draft = {
  /** The plan that the edits start from, also what numbers mean and what new errors are measured by. */
  before: Plan;
  plan: Plan;
  start: readonly Slot[];
  /** The number that the person saw, of each slot of the start. */
  numbers: ReadonlyMap<Slot, number>;
  slots: Slot[];
  notes: string[];
  refusals: Issue[];
  /** Slot that a merge absorbed, and the slot that it went into. */
  mergedInto: Map<Slot, Slot>;
  /** Slot that a merge absorbed, and who read what of its output. */
  readOfMerged: Map<Slot, OutputRead[]>;
  /** By id, what was removed. */
  removed: Map<string, Slot>;
  revisions: Readonly<Record<number, Plan>>;
  /** Ids that the agent has used at any time. */
  usedIds: ReadonlySet<string>;
  gone: readonly GoneStep[];
};

export type EditHistory = {
  revisions?: Readonly<Record<number, Plan>>;
  /** Ids that the agent has used at any time, beside those of `revisions`. */
  usedIds?: ReadonlySet<string>;
  /** Steps of revisions that are not among `revisions`, to be named where one is sought. */
  gone?: readonly GoneStep[];
};

export function openDraft(
  plan: Plan,
  { revisions = {}, usedIds = new Set(), gone = [] }: EditHistory,
): Draft {
  const start = plan.steps.map((step) => ({ step }));
  return {
    before: plan,
    plan,
    start,
    numbers: new Map(start.map((slot, index) => [slot, index + 1])),
    slots: [...start],
    notes: [],
    refusals: [],
    mergedInto: new Map(),
    readOfMerged: new Map(),
    removed: new Map(),
    revisions,
    usedIds,
    gone,
  };
}

export function refuse(draft: Draft, code: IssueCode, message: string, slot?: Slot): null {
  const number = slot && draft.numbers.get(slot);
  draft.refusals.push({
    severity: "error",
    code,
    ...(slot && { stepId: slot.step.id }),
    ...(number !== undefined && { stepNumber: number }),
    message,
  });
  return null;
}

/** `Step 3 "Send digest"`, numbered as the person saw it. */
export function nameOfSlot(draft: Draft, slot: Slot): string {
  const { title } = slot.step;
  const number = draft.numbers.get(slot);
  return number === undefined ? `The new step "${shortened(title)}"` : stepName(number, title);
}

export function nameOfId(draft: Draft, id: string): string {
  const slot = draft.slots.find((item) => item.step.id === id);
  return slot ? nameOfSlot(draft, slot) : quoted(id);
}

/** A name as it stands inside a sentence. */
export function lowered(name: string): string {
  return name.replace(/^(Step|The)/, (word) => word.toLowerCase());
}

export function quoted(text: string): string {
  return `"${shortened(text)}"`;
}

export function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
