import { listOf } from "#server/core/list-of.ts";
import { capitalised, type ListedStep, nameOf, namesOf, type PlanContext, refOf } from "./listed-plan.ts";
import { listAnswer } from "./answer-list.ts";
import { triggersTold } from "./answer-triggers.ts";
import { parallelAnswer } from "./answer-parallel.ts";
import { rehearse } from "./rehearse.ts";
import { dependentsOf, downstreamOf, type World } from "./reference.ts";
import { mentioned, ways } from "./mentioned.ts";
import { withoutIds } from "./without-ids.ts";

/** What a question about the plan comes to, told from the plan alone. */
export function answerQuestion(text: string, world: World, context: PlanContext): string {
  const { plan } = world;
  const { steps } = plan;
  const listing = listAnswer(text, world, context);
  if (listing !== null) return listing;
  const about = mentioned(text, world);
  const [first, second] = about;
  if (
    first &&
    !second &&
    /\b(?:really |still )?need(?:ed)?\b|\bnecessary\b/i.test(text) &&
    /\b(?:do|is|are|must) (?:we|i|it|the|step|this)\b/i.test(text)
  )
    return neededFor(first, world);
  if (
    /\bhow many\b.*\bsteps?\b(?! \d)|\bhow (?:long|big|large) is (?:the|this|my) plan\b|\bnumber of steps\b/i.test(
      text,
    )
  ) {
    const asking = /\b(?:approv\w*|ask(?:s|ing)? me|my ok|wait(?:s|ing)? for (?:me|my)|confirm)\b/i.test(text)
      ? ` ${approvals(steps)}`
      : "";
    return `The plan has ${steps.length} ${steps.length === 1 ? "step" : "steps"}: ${titles(steps)}.${asking}`;
  }
  if (
    first &&
    /\bhow (?:many|often)\b.*\b(?:retri\w*|retry|attempts?|tries|tried|repeated|again|try)\b/i.test(text)
  )
    return ifFails(first, world);
  const removed =
    /\b(?:if|suppose|say)\b.*\b(?:dropp?(?:ed)?|removed?|deleted?|left out|took out|take out|without|skipp?(?:ed)?)\b/i.test(
      text,
    );
  if (removed && first) return withoutStep(first, second ?? null, world);
  if (/\b(?:fails?|failed|breaks?|goes wrong|crash(?:es)?|errors?)\b/i.test(text) && first)
    return ifFails(first, world);
  if (
    /\b(?:parallel|same time|simultaneous\w*|at once|faster|quicker|speed|concurrent\w*|alongside|meanwhile)\b/i.test(
      text,
    )
  ) {
    return parallelAnswer(about, world);
  }
  if (
    /\b(?:approv\w*|asks? me|(?:i|we) (?:(?:get|am|are|be|will be) )*(?:asked|consulted|involved)|(?:asked|need(?:ed)?) (?:me|for me)|my (?:ok|okay|permission|consent|say)|without me|wait(?:s|ing)? for (?:me|my)|sign.?off|confirm)\b/i.test(
      text,
    ) &&
    (!first || !/\bstep|\d/i.test(text))
  )
    return approvals(steps);
  if (
    /\b(?:schedul\w*|trigger\w*|webhooks?|how often|when (?:does|will|is) (?:it|this|the plan))\b/i.test(
      text,
    ) &&
    !first
  ) {
    return triggersTold(context.triggers);
  }
  if (
    /\b(?:issues?|problems?|errors?|warnings?|wrong|missing|save|saved|ready|left|to do)\b/i.test(text) &&
    !first
  )
    return left(context, steps);
  if (first && second && /\b(?:wait|depend|need|before|after|why|between)\w*/i.test(text))
    return relation(first, second, world);
  const turn = /\b(after|follows?|next|then|waits? for|depends? on|needs?|before|precedes?)\b/i
    .exec(text)?.[1]
    ?.toLowerCase();
  if (first && turn && !/\b(?:really|do we|necessary|needed)\b/i.test(text))
    return neighbours(text, first, world);
  if (first) return described(first, world, ASKS_INPUT.test(text));
  return ABOUT_PLAN.test(text) ? overviewOf(context, steps) : elsewhere(context, steps);
}

const ABOUT_PLAN =
  /\b(?:plan|agent|steps?|runs?|running|workflow|order|it|this|that|they|you|tools?|result|output|start|begin|ends?|finish\w*|happens?|do|change|improve|work|need|wait|depend\w*)\b/i;

// A question that has nothing to do with the plan gets no guess.
function elsewhere({ plan }: PlanContext, steps: readonly ListedStep[]): string {
  return `I cannot answer that: I know only this plan, "${plan?.title ?? ""}", with ${steps.length} ${steps.length === 1 ? "step" : "steps"}: ${titles(steps)}. I can change it by plain orders and answer what waits for what, what runs at the same time and what a failure would do. A step of the plan, or a language model (the setting MODEL), can look up more.`;
}

function titles(steps: readonly ListedStep[]): string {
  const shown = steps.slice(0, 12).map((step) => `${step.number} "${step.title}"`);
  return steps.length > shown.length
    ? `${shown.join(", ")} and ${steps.length - shown.length} others, the last being ${steps.length} "${steps.at(-1)?.title}"`
    : listOf(shown);
}

function relation(a: ListedStep, b: ListedStep, world: World): string {
  const [direct] = [a, b].filter((step) => step.dependsOn.includes((step === a ? b : a).number));
  if (direct) {
    const other = direct === a ? b : a;
    return `${capitalised(nameOf(direct))} waits for ${nameOf(other)} directly: it starts when that is done, so it can use its result.`;
  }
  const way = ways(a, b, world.plan) ?? ways(b, a, world.plan);
  if (way)
    return `${capitalised(nameOf(way[0] ?? a))} waits for ${nameOf(way.at(-1) ?? b)} through ${namesOf(way.slice(1, -1))}.`;
  return `No: ${nameOf(a)} and ${nameOf(b)} do not wait for each other, so they can run at the same time.`;
}

function neighbours(text: string, step: ListedStep, world: World): string {
  const { plan } = world;
  const before = step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []);
  const after = dependentsOf(step, plan);
  const asksAfter =
    /\b(?:after|next|then|follows?|waits? for (?:it|this|that|step)|depends? on (?:it|this|that))\b/i.test(
      text,
    ) && !/\bdoes\b.*\b(?:wait|depend)/i.test(text);
  const waits = before.length > 0 ? `waits for ${namesOf(before)}` : "waits for no other step";
  const then =
    after.length > 0
      ? `After it ${after.length > 1 ? "come" : "comes"} ${namesOf(after)}.`
      : "No step comes after it: it is an end of the plan.";
  return asksAfter
    ? `${capitalised(nameOf(step))}: ${then}`
    : `${capitalised(nameOf(step))} ${waits}. ${then}`;
}

function neededFor(step: ListedStep, world: World): string {
  const direct = dependentsOf(step, world.plan);
  const further = downstreamOf([step], world.plan).filter((other) => !direct.includes(other));
  if (direct.length === 0)
    return `No step waits for ${nameOf(step)}: it is an end of the plan, so without it only its own result would be missing.`;
  const readers = direct.filter(
    (other) => step.id !== null && JSON.stringify(other.input ?? "").includes(`$${step.id}.`),
  );
  const uses =
    readers.length > 0
      ? ` ${capitalised(namesOf(readers))} ${readers.length > 1 ? "use" : "uses"} its output.`
      : "";
  const more =
    further.length > 0 ? `, and through ${direct.length > 1 ? "them" : "it"} ${namesOf(further)}` : "";
  return `${capitalised(namesOf(direct))} ${direct.length > 1 ? "wait" : "waits"} for ${nameOf(step)}${more}.${uses} Say "remove step ${step.number}" if it should go.`;
}

function withoutStep(gone: ListedStep, asked: ListedStep | null, world: World): string {
  const { plan } = world;
  const issues = rehearse([{ op: "remove_step", step: refOf(gone, plan), rewire: "bridge" }], plan);
  if (issues.length > 0)
    return `That would be refused: ${withoutIds(issues.map((issue) => issue.message).join(" "), plan)} Nothing was changed.`;
  const taken = gone.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []);
  const dependents = asked ? [asked] : dependentsOf(gone, plan);
  const told = dependents.map((step) => {
    const own = step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []);
    const left = [...new Set(own.flatMap((other) => (other === gone ? taken : [other])))];
    return `${nameOf(step)} would wait for ${left.length > 0 ? namesOf(left) : "nothing and start at once"}`;
  });
  if (told.length === 0) return `Without ${nameOf(gone)} no other step would change: none waits for it.`;
  return `Without ${nameOf(gone)}, ${told.join("; ")}. Nothing was changed; say so if it should go.`;
}

function ifFails(step: ListedStep, world: World): string {
  const behind = downstreamOf([step], world.plan);
  const tries = (step.retries ?? 2) + 1;
  const reaction = {
    continue: "the run goes on as if it had worked",
    skip: "the step counts as skipped and the run goes on",
    stop: "the whole run stops",
    skip_dependents:
      behind.length > 0
        ? `${namesOf(behind)} ${behind.length > 1 ? "are" : "is"} skipped; what does not wait for it still runs`
        : "nothing else is skipped, because no step waits for it",
  };
  const policy =
    step.onError === "continue" || step.onError === "skip" || step.onError === "stop"
      ? step.onError
      : "skip_dependents";
  return `${capitalised(nameOf(step))} gets up to ${tries} ${tries === 1 ? "attempt" : "attempts"}. If the last one fails, ${reaction[policy]}.`;
}

function approvals(steps: readonly ListedStep[]): string {
  const asking = steps.filter((step) => step.approval);
  return asking.length > 0
    ? `These steps wait for your approval: ${namesOf(asking)}.`
    : "No step of this plan asks for your approval.";
}

const MAX_ISSUES_TOLD = 5;

function left({ issues }: PlanContext, steps: readonly ListedStep[]): string {
  if (issues.length === 0)
    return `The check of the plan finds no issues in its ${steps.length} steps. Say "save it" to make a version that can run.`;
  const told = issues.slice(0, MAX_ISSUES_TOLD).map((issue) => `- ${issue.severity}: ${issue.text}`);
  return `The check of the plan finds these issues:\n${told.join("\n")}`;
}

function described(step: ListedStep, world: World, asksInput: boolean): string {
  const { plan } = world;
  const before = step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? []);
  const after = dependentsOf(step, plan);
  const facts = [
    step.tool
      ? `it calls the tool ${step.tool}${asksInput ? inputTold(step, plan) : ""}`
      : `it is a ${step.kind} step`,
    before.length > 0 ? `it waits for ${namesOf(before)}` : "it starts at once",
    after.length > 0
      ? `its result goes to ${namesOf(after)}`
      : "no other step waits for it, so it is an end of the plan",
    ...(step.approval ? ["it asks for your approval first"] : []),
    ...(step.condition ? [`it runs only if ${withoutIds(step.condition, plan)}`] : []),
  ];
  return `${capitalised(nameOf(step))}: ${facts.join("; ")}.`;
}

const ASKS_INPUT = /\b(?:input|inputs|parameters?|path|file|url|address|expression|formula|template|body)\b/i;
const MAX_INPUT = 200;

// Headers may hold keys: they are not told.
function inputTold({ input }: ListedStep, plan: World["plan"]): string {
  if (typeof input !== "object" || input === null) return "";
  const told = Object.entries(input).flatMap(([field, value]) =>
    field === "headers" ? [] : [`${field} ${withoutIds(JSON.stringify(value), plan)}`],
  );
  const text = told.join(", ");
  return told.length === 0
    ? ""
    : ` with ${text.length > MAX_INPUT ? `${text.slice(0, MAX_INPUT - 1)}…` : text}`;
}

function overviewOf({ plan }: PlanContext, steps: readonly ListedStep[]): string {
  const starts = steps.filter((step) => step.dependsOn.length === 0);
  return `From the plan alone I can tell this much: "${plan?.title ?? ""}" has ${steps.length} steps: ${titles(steps)}. It begins with ${namesOf(starts)}.`;
}
