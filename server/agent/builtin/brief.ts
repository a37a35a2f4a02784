import { listOf } from "#server/core/list-of.ts";
import type { Budget } from "#server/core/plan.ts";
import { type Draft, draftOf } from "./brief-draft.ts";
import type { Triggers } from "./brief-task.ts";
import type { Decision } from "./decide.ts";
import { type Limit, limitsOfBrief } from "./limit-said.ts";
import type { PlanContext } from "./listed-plan.ts";
import { sentence, titleFrom } from "./new-step.ts";
import { planTitle } from "./plan-title.ts";
import { notABrief } from "./not-understood.ts";
import type { ToolCall } from "./understanding.ts";

const MAX_STEPS = 500;
const MAX_OBJECTIVE = 4_000;

/** A first plan from a brief: one proposal, and cards for what starts the runs; a question when the brief names no work. */
export function proposeFrom(message: string, context: PlanContext, startOver = false): Decision {
  const draft = draftOf(message, { names: new Set(context.tools), facts: context.toolFacts });
  const { tasks: named, steps, triggers, state, heading, lead, problems } = draft;
  if (named.length === 0 || (!triggers.usesRunInput && named.every((task) => isVague(task.text))))
    return { calls: [], reply: notABrief() };
  if (named.length > MAX_STEPS) {
    return {
      calls: [],
      reply: `This brief names ${named.length} steps; a plan has at most ${MAX_STEPS}. Which part should come first?`,
    };
  }
  const title = planTitle(heading, lead, steps);
  const budget = budgetOf(draft.limits);
  const input = {
    title,
    objective: message.trim().slice(0, MAX_OBJECTIVE),
    steps,
    assumptions: [
      ...state.pendingApprovals.map((deed) =>
        sentence(titleFrom(`no step does this, so no step asks before it: ${deed}`)),
      ),
      ...problems.map((problem) => sentence(`Not set, ${problem}`)),
      ...state.background.map((text) => sentence(`Read as background, not as a step: ${text}`)),
    ],
    completionCriteria: sentence(`All steps are done, the last being: ${steps.at(-1)?.title ?? title}`),
    tags: [],
    ...(Object.keys(budget).length > 0 && { budget: JSON.stringify(budget) }),
    startOver,
    changeDescription: `Made a plan of ${steps.length} ${steps.length === 1 ? "step" : "steps"}: ${title}`,
  };
  const calls = [
    ...(startOver ? [{ name: "start_over", input: {} }] : []),
    { name: "propose_plan", input },
    ...triggerCalls(triggers),
  ];
  const untimed = triggers.schedule?.isTimed === false ? triggers.schedule.words : null;
  const asking =
    triggers.schedule?.unclear ??
    (untimed === null ? "" : `At what time should it run "${untimed}"? No time was said.`);
  return { calls, reply: "", remark: [remarkOn(draft), asking].filter(Boolean).join(" ") };
}

/** What its sentences let one run use. */
function budgetOf(sentences: readonly string[]): Budget {
  const limits = sentences.flatMap((said) => limitsOfBrief(said) ?? []).filter(isLimit);
  return Object.fromEntries(limits.map(({ name, value }) => [name, value]));
}

// Nothing runs on a limit of none, but a run can do without approvals.
function isLimit({ name, value }: Limit): boolean {
  return name === "costUsd" ? value > 0 : Number.isInteger(value) && (value > 0 || name === "approvals");
}

function remarkOn({ problems, limits, notes, state: { background, pendingApprovals } }: Draft): string {
  const budget = Object.entries(budgetOf(limits)).map(([name, value]) => `${name} to ${value}`);
  const quoted = (texts: readonly string[]) =>
    listOf(texts.slice(0, 3).map((text) => `"${text.length > 100 ? `${text.slice(0, 99)}…` : text}"`));
  return [
    ...(budget.length > 0 ? [`The budget limits ${listOf(budget)}.`] : []),
    ...problems.map((problem) => sentence(`Not set, ${problem}`)),
    ...(background.length > 0
      ? [`I took this as background, not as a step: ${quoted(background)}. Tell me if it is work to do.`]
      : []),
    ...(pendingApprovals.length > 0
      ? [`No step does this, so none asks before it: ${quoted(pendingApprovals)}.`]
      : []),
    ...notes,
  ].join(" ");
}

const VAGUE =
  /^(?:(?:please|do|make|handle|fix|run|build|create|prepare|get|a|an|the|some|my|this|that|it|for|me|us|with|thing|things|stuff|something|anything|everything|work|job|task|usual|plan|agent|workflow|help|good|nice|new|i|we|need|want|would|could|can|you|like|have|got|got to|problem|issue|trouble|question|assistance|support|at|about|in|on|to|of|is|there|here|stuff|life|day|home|office|today|asap|quickly|soon|emails?|inbox|business)\b[\s,.!?]*)+$/i;
// "Make it better": nothing says what "it" is.
const ABOUT_NOTHING =
  /^(?:please )?(?:\w+ ){1,2}(?:it|this|that|them|everything|something|stuff|things)(?: (?:all|so much|a bit|much|more|again|out|up|over|through|for (?:me|us)|please))*(?: \w+(?:er|ly))?(?: (?:for (?:me|us)|please))*[.!]*$/i;
const ABOUT_THE_PLAN =
  /^(?:please )?(?:make|create|write|draft|build|give me|propose|suggest|prepare) (?:me )?(?:a |an |the )?(?:\w+ )?plan (?:with|of|for|to|that|about|in)\b/i;

// Words that name no work, or that leave it to the planner to think of the steps.
function isVague(text: string): boolean {
  return VAGUE.test(text.trim()) || ABOUT_NOTHING.test(text.trim()) || ABOUT_THE_PLAN.test(text.trim());
}

function triggerCalls({ schedule, others, meeting, webhook }: Triggers): ToolCall[] {
  const first =
    schedule?.isTimed && schedule.unclear === null
      ? [{ cron: schedule.cron, timezone: schedule.timezone, words: schedule.words }]
      : [];
  return [
    ...[...first, ...others].map((said) => ({ name: "set_schedule", input: { ...said, ...meeting } })),
    ...(webhook ? [{ name: "set_webhook", input: { scheme: webhook.scheme, words: webhook.words } }] : []),
  ];
}
