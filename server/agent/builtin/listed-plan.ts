import type { Json } from "#server/core/json.ts";
import type { IssueLine } from "#server/agent/issue-lines.ts";
import type { FailedRun } from "#server/core/failed-run.ts";
import { listOf } from "#server/core/list-of.ts";
import type { Plan, Step, StepKind } from "#server/core/plan.ts";
import type { ScheduleFacts } from "#server/core/proposed-schedule.ts";
import type { ToolFact } from "./tools/tool-facts.ts";

/** A step of the numbered list that a person sees. */
export type ListedStep = {
  number: number;
  /** Null where the list shows an earlier revision, which names steps by number alone. */
  id: string | null;
  title: string;
  kind: StepKind;
  /** Numbers of the steps it waits for. */
  dependsOn: number[];
  /** Ids that it waits for and that no step has. */
  missing?: string[];
  approval: boolean;
  retries: number | null;
  onError: string | null;
  condition: string | null;
  usesRunInput: boolean;
  tool: string | null;
  agent?: string;
  /** The step as it is stored, and two of its fields; none of a step that is only to come. */
  exact?: Step;
  input?: Json;
  instructions?: string;
};

/** A step of which no more is known than what it is called. */
export function bareStep(number: number, id: string, title: string): ListedStep {
  return {
    number,
    id,
    title,
    kind: "reasoning",
    dependsOn: [],
    approval: false,
    retries: null,
    onError: null,
    condition: null,
    usesRunInput: false,
    tool: null,
  };
}

export type ListedPlan = {
  revision: number;
  title: string;
  steps: ListedStep[];
  /** Objective, budget and the like. */
  head?: Partial<Omit<Plan, "title" | "steps">>;
  /** Ids of steps that were removed, which no new step may have. */
  retiredIds?: string[];
};

/** What starts runs, and the clocks by which it is spoken of. */
export type TriggersAtHand = {
  schedules: readonly ScheduleFacts[];
  webhooks: readonly { title: string; scheme: string; enabled: boolean }[];
  now: Date;
  timezone: string;
};

/** How things stand, in the form that this planner thinks in. */
export type PlanContext = {
  tools: string[];
  /** What each tool takes and gives, those that are off included. */
  toolFacts: readonly ToolFact[];
  agents: string[];
  /** What starts runs, the time, and the run whose failure is spoken of. */
  triggers: TriggersAtHand;
  failedRun: FailedRun | null;
  revisions: { revision: number; words: string }[];
  /** Where undo leads, done once, twice and so on. */
  undo: number[];
  redo: number[];
  beforeLastChange: ListedPlan | null;
  plan: ListedPlan | null;
  /** The steps as the person saw them while writing, when the plan has changed since. */
  seen: { number: number; title: string; id: string }[];
  /** The revision of those steps, 0 where there was no plan; null when the plan is as it was seen. */
  seenRevision: number | null;
  issues: readonly IssueLine[];
};

/** `step 3 "Send digest"`: how a reply names a step. One that is only to come has no number yet. */
export function nameOf(step: ListedStep): string {
  if (step.number === 0) return `the new step "${step.title}"`;
  return `step ${step.number} "${step.title}"`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const MAX_NAMED = 10;
const SHOWN_OF_MANY = 3;

/** `step 1 "A" and step 2 "B"`; of many the first three and the count of the rest. */
export function namesOf(steps: readonly ListedStep[], joiner = "and", most = MAX_NAMED): string {
  if (steps.length <= most) return listOf(steps.map(nameOf), joiner);
  const [first, last] = [steps[0], steps.at(-1)];
  const isRow = steps.every((step, index) => step.number === (first?.number ?? 0) + index);
  if (isRow && joiner === "and" && first && last && steps.length > MAX_NAMED)
    return `steps ${first.number} "${first.title}" to ${last.number} "${last.title}"`;
  const shown = steps.slice(0, SHOWN_OF_MANY);
  return `${shown.map(nameOf).join(", ")} and ${steps.length - shown.length} others`;
}

/** How an edit names a step: by id, or by number where the id is not known or not its own. */
export function refOf(step: ListedStep, plan: ListedPlan): string | number {
  return step.id === null || sharedIds(plan).has(step.id) ? step.number : step.id;
}

const SHARED = new WeakMap<readonly ListedStep[], Set<string>>();

function sharedIds({ steps }: ListedPlan): Set<string> {
  const known = SHARED.get(steps);
  if (known) return known;
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { id } of steps) if (id !== null) (once.has(id) ? twice : once).add(id);
  SHARED.set(steps, twice);
  return twice;
}
