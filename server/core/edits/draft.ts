import type { Issue, IssueCode, Plan, Step } from "#server/core/plan.ts";

/** One place that holds a step: it keeps its identity while the step in it is replaced. */
export type Slot = { step: Step };

/** A plan while edits are applied to it. A refusal ends the whole list of edits. */
export type Draft = {
  /** The plan that the edits start from, also what numbers mean and what new errors are measured by. */
  before: Plan;
  plan: Plan;
  start: readonly Slot[];
  slots: Slot[];
  notes: string[];
  refusals: Issue[];
  /** Slot that a merge absorbed, and the slot that it went into. */
  mergedInto: Map<Slot, Slot>;
  /** By id, what was removed, and whether its dependents took over its dependencies. */
  removed: Map<string, { slot: Slot; isBridged: boolean }>;
  revisions: Readonly<Record<number, Plan>>;
  /** Ids that the agent has used at any time. */
  usedIds: ReadonlySet<string>;
};

export function openDraft(
  plan: Plan,
  history: { revisions: Readonly<Record<number, Plan>>; usedIds: ReadonlySet<string> },
): Draft {
  const start = plan.steps.map((step) => ({ step }));
  return {
    before: plan,
    plan,
    start,
    slots: [...start],
    notes: [],
    refusals: [],
    mergedInto: new Map(),
    removed: new Map(),
    ...history,
  };
}

export function refuse(draft: Draft, code: IssueCode, message: string, slot?: Slot): null {
  const number = slot ? draft.start.indexOf(slot) + 1 : 0;
  draft.refusals.push({
    severity: "error",
    code,
    ...(slot && { stepId: slot.step.id }),
    ...(number > 0 && { stepNumber: number }),
    message,
  });
  return null;
}

/** `Step 3 "Send digest"`, numbered as the person saw it. */
export function nameOfSlot(draft: Draft, slot: Slot): string {
  const number = draft.start.indexOf(slot) + 1;
  return `${number > 0 ? `Step ${number}` : "The new step"} "${slot.step.title}"`;
}

export function nameOfId(draft: Draft, id: string): string {
  const slot = draft.slots.find((item) => item.step.id === id);
  return slot ? nameOfSlot(draft, slot) : `"${id}"`;
}

/** A name as it stands inside a sentence. */
export function lowered(name: string): string {
  return name.replace(/^(Step|The)/, (word) => word.toLowerCase());
}

export function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}

/** `a, b and c`. */
export function listOf(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
