import { askForDeed } from "./asked-deed.ts";
import { blocksOf } from "./brief-blocks.ts";
import { takeTriggers } from "./brief-cues.ts";
import { TOGETHER_HINT } from "./brief-hints.ts";
import { addItems } from "./brief-items.ts";
import { headingIn } from "./brief-lead.ts";
import { taskNumbered } from "./brief-links.ts";
import { addProse, type ProseState } from "./brief-prose.ts";
import { type OfferedTools, type ProposedStep, stepsOf } from "./brief-steps.ts";
import type { Task, Triggers } from "./brief-task.ts";
import { tasksApart } from "./tools/brief-calls.ts";
import { asWritten, taskAsWritten, withLiteralsWhole } from "./tools/literals-of-brief.ts";
import {
  beginOf,
  sentencesOnLimits,
  sentencesOnSteps,
  withNumbersSaid,
  withoutSentences,
  withPlaces,
} from "./brief-told.ts";
import { type Told, toldOf } from "./steps-told.ts";

/** A brief as tasks and steps, and what it says beside them. */
export type Draft = {
  tasks: Task[];
  steps: ProposedStep[];
  heading: string | null;
  lead: string | null;
  triggers: Triggers;
  state: ProseState;
  /** What is told of steps that the brief does not have, in words. */
  problems: string[];
  /** Sentences about what one run may use, which are said of a plan once it is there. */
  limits: string[];
  /** What is to be known of the calls: what they still need, and tools that are off. */
  notes: string[];
};

/** The steps of a brief, with what it tells of them by their numbers. */
export function draftOf(message: string, tools: OfferedTools): Draft {
  const brief = withLiteralsWhole(message);
  const limits = sentencesOnLimits(brief);
  const draft = withTold(withoutSentences(brief, limits), tools);
  return draft.steps.length > 0 ? { ...draft, limits } : readBrief(brief, tools);
}

function withTold(brief: string, tools: OfferedTools): Draft {
  const told = sentencesOnSteps(brief);
  const whole = readBrief(brief, tools);
  if (told.length === 0) return whole;
  const bare = readBrief(withoutSentences(brief, told), tools);
  if (bare.tasks.length === 0) return whole;
  const known = told.filter((sentence) => placed(sentence, bare) !== null);
  if (known.length === 0) return whole;
  const draft = known.length === told.length ? bare : readBrief(withoutSentences(brief, known), tools);
  return known.reduce(withSentence, draft);
}

function placed(sentence: string, { tasks, steps }: Draft): Told {
  const said = withPlaces(sentence, tasks);
  return said === null
    ? { problem: "more than one step of this brief has that number; name it by its title." }
    : toldOf(said.replace(/[.;!]+$/, ""), steps);
}

function withSentence(draft: Draft, sentence: string): Draft {
  const told = placed(sentence, draft);
  if (told === null) return draft;
  if ("problem" in told)
    return { ...draft, problems: [...draft.problems, `"${sentence}": ${withNumbersSaid(told.problem)}`] };
  return { ...draft, steps: atBegin(told.steps, draft) };
}

// What asks before an item of several orders asks before the first of them.
function atBegin(steps: readonly ProposedStep[], before: Draft): ProposedStep[] {
  const settled = [...steps];
  for (const [place, step] of steps.entries()) {
    const begin = beginOf(place, before.tasks);
    const approval = step.settings.find(({ field }) => field === "approval");
    const first = settled[begin];
    const asked = before.steps[place]?.settings.some(({ field }) => field === "approval");
    if (approval === undefined || begin === place || asked || !first) continue;
    settled[place] = { ...step, settings: step.settings.filter((setting) => setting !== approval) };
    settled[begin] = { ...first, settings: [...first.settings, approval] };
  }
  return settled;
}

function readBrief(brief: string, tools: OfferedTools): Draft {
  const triggers: Triggers = { schedule: null, others: [], meeting: {}, webhook: null, usesRunInput: false };
  const state: ProseState = {
    approvalDue: false,
    pendingApprovals: [],
    background: [],
    isHeard: false,
    provisional: null,
    failedOn: null,
    implied: new Set(),
  };
  const read = tasksIn(brief, triggers, state);
  settleApprovals(read.tasks, state);
  const told = read.tasks.filter((task) => /[\p{L}\p{N}]/u.test(task.text));
  const tasks = tasksApart(told.map(taskAsWritten), tools.facts);
  state.background = state.background.map(asWritten);
  state.pendingApprovals = state.pendingApprovals.map(asWritten);
  for (const [index, task] of tasks.entries()) {
    const claim = task.condition && "claim" in task.condition ? task.condition.claim : "";
    const on = taskNumbered(claim, tasks.slice(0, index)) ?? -1;
    if (on >= 0) task.conditionOn ??= on;
  }
  const { steps, notes } = stepsOf(tasks, tools, triggers);
  return { ...read, tasks, steps, triggers, state, problems: untold(tasks, steps), limits: [], notes };
}

// A condition that no step before its own could tell is no condition of the plan.
function untold(tasks: readonly Task[], steps: readonly ProposedStep[]): string[] {
  return tasks.flatMap(({ condition }, index) => {
    const step = steps[index];
    if (!condition || !("claim" in condition) || step?.settings.some(({ field }) => field === "if"))
      return [];
    return [
      `"${condition.claim}": no step before "${step?.title ?? ""}" tells it, so that step runs in any case`,
    ];
  });
}

// "Ask me before anything is sent" may stand in front of what sends; an approval that no task followed is of the last.
function settleApprovals(tasks: Task[], state: ProseState): void {
  state.pendingApprovals = state.pendingApprovals.filter((deed) => !askForDeed(deed, tasks));
  const last = tasks.at(-1);
  if (state.approvalDue && last) last.approval = true;
}

function tasksIn(
  message: string,
  triggers: Triggers,
  state: ProseState,
): { tasks: Task[]; heading: string | null; lead: string | null } {
  const tasks: Task[] = [];
  let heading: string | null = null;
  let lead: string | null = null;
  const blocks = blocksOf(message);
  const hasList = blocks.some((block) => block.type === "items");
  for (const [index, block] of blocks.entries()) {
    const isBeforeList = blocks[index + 1]?.type === "items";
    if (block.type === "heading") heading ??= block.text;
    else if (block.type === "items") {
      const from = tasks.length;
      addItems(block.items, tasks, triggers, state.pendingApprovals);
      const before = blocks[index - 1];
      if (before?.type === "prose" && TOGETHER_HINT.test(before.text)) {
        for (const task of tasks.slice(from + 1)) if (task.link === "next") task.link = "beside";
      }
    } else if (block.text === "" && tasks.length > 0) {
      const last = tasks.at(-1);
      if (last) last.code = [...last.code, ...block.code];
    } else if (hasList && isBeforeList && /[:：]\s*$/.test(block.text)) {
      takeTriggers(block.text, triggers);
      if (index === 0) lead = block.text;
    } else if (isBeforeList && tasks.length === 0 && headingIn(block.text, triggers) !== null) {
      heading ??= headingIn(block.text, triggers);
      takeTriggers(block.text, triggers);
    } else addProse(block.text, block.code, tasks, triggers, state);
  }
  return { tasks, heading, lead };
}
