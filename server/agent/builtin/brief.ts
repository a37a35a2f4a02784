import { listOf } from "#server/core/list-of.ts";
import { blocksOf } from "./brief-blocks.ts";
import { takeTriggers } from "./brief-cues.ts";
import { addItems } from "./brief-items.ts";
import { addProse, type ProseState } from "./brief-prose.ts";
import { stepsOf } from "./brief-steps.ts";
import type { Task, Triggers } from "./brief-task.ts";
import { taskLike } from "./brief-links.ts";
import { TOGETHER_HINT } from "./brief-hints.ts";
import type { Decision } from "./decide.ts";
import type { PlanContext } from "./listed-plan.ts";
import { sentence, titleFrom } from "./new-step.ts";
import { planTitle } from "./plan-title.ts";
import { notABrief } from "./not-understood.ts";
import type { ToolCall } from "./understanding.ts";

const MAX_STEPS = 500;
const MAX_OBJECTIVE = 4_000;

/** A first plan from a brief: one proposal, and cards for what starts the runs; a question when the brief names no work. */
export function proposeFrom(message: string, context: PlanContext, startOver = false): Decision {
  const triggers: Triggers = { schedule: null, webhook: null, usesRunInput: false };
  const state: ProseState = {
    approvalDue: false,
    pendingApprovals: [],
    background: [],
    isHeard: false,
    provisional: null,
    failedOn: null,
    implied: new Set(),
  };
  const { tasks, heading, lead } = tasksIn(message, triggers, state);
  settleApprovals(tasks, state);
  const named = tasks.filter((task) => /[\p{L}\p{N}]/u.test(task.text));
  if (named.length === 0 || (!triggers.usesRunInput && named.every((task) => isVague(task.text))))
    return { calls: [], reply: notABrief() };
  if (named.length > MAX_STEPS) {
    return {
      calls: [],
      reply: `This brief names ${named.length} steps; a plan has at most ${MAX_STEPS}. Which part should come first?`,
    };
  }
  const steps = stepsOf(named, new Set(context.tools), triggers);
  const title = planTitle(heading, lead, steps);
  const input = {
    title,
    objective: message.trim().slice(0, MAX_OBJECTIVE),
    steps,
    assumptions: [
      ...state.pendingApprovals.map((deed) =>
        sentence(titleFrom(`no step does this, so no step asks before it: ${deed}`)),
      ),
      ...state.background.map((text) => sentence(`Read as background, not as a step: ${text}`)),
    ],
    completionCriteria: sentence(`All steps are done, the last being: ${steps.at(-1)?.title ?? title}`),
    tags: [],
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
  return { calls, reply: "", remark: [remarkOn(state), asking].filter(Boolean).join(" ") };
}

function remarkOn({ background, pendingApprovals }: ProseState): string {
  const quoted = (texts: readonly string[]) =>
    listOf(texts.slice(0, 3).map((text) => `"${text.length > 100 ? `${text.slice(0, 99)}…` : text}"`));
  return [
    ...(background.length > 0
      ? [`I took this as background, not as a step: ${quoted(background)}. Tell me if it is work to do.`]
      : []),
    ...(pendingApprovals.length > 0
      ? [`No step does this, so none asks before it: ${quoted(pendingApprovals)}.`]
      : []),
  ].join(" ");
}

const OUTWARD =
  /^(?:send|e?-?mail|publish|post|announce|notify|tell|share|submit|upload|release|deploy|tweet|text|message|order|pay|book|invite|deliver|ship|forward|reply|answer)\b/i;

// "Ask me before anything is sent" may stand in front of what sends; an approval that no task followed is of the last.
function settleApprovals(tasks: Task[], state: ProseState): void {
  state.pendingApprovals = state.pendingApprovals.filter((deed) => {
    const like = tasks[taskLike(deed, tasks)];
    const meant = like
      ? [like]
      : tasks.filter(
          (task) => OUTWARD.test(task.text) && /\b(?:sent|out|send|sending|published|posted)\b/i.test(deed),
        );
    for (const task of meant) task.approval = true;
    return meant.length === 0;
  });
  const last = tasks.at(-1);
  if (state.approvalDue && last) last.approval = true;
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
    if (block.type === "heading") heading ??= block.text;
    else if (block.type === "items") {
      const from = tasks.length;
      addItems(block.items, tasks, triggers);
      const before = blocks[index - 1];
      if (before?.type === "prose" && TOGETHER_HINT.test(before.text)) {
        for (const task of tasks.slice(from + 1)) if (task.link === "next") task.link = "beside";
      }
    } else if (block.text === "" && tasks.length > 0) {
      const last = tasks.at(-1);
      if (last) last.code = [...last.code, ...block.code];
    } else if (hasList && blocks[index + 1]?.type === "items" && /[:：]\s*$/.test(block.text)) {
      takeTriggers(block.text, triggers);
      if (index === 0) lead = block.text;
    } else addProse(block.text, block.code, tasks, triggers, state);
  }
  return { tasks, heading, lead };
}

function triggerCalls({ schedule, webhook }: Triggers): ToolCall[] {
  return [
    ...(schedule?.isTimed && schedule.unclear === null
      ? [
          {
            name: "set_schedule",
            input: { cron: schedule.cron, timezone: schedule.timezone, words: schedule.words },
          },
        ]
      : []),
    ...(webhook ? [{ name: "set_webhook", input: { scheme: webhook.scheme, words: webhook.words } }] : []),
  ];
}
