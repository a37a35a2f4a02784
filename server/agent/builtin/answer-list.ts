import { listOf } from "#server/core/list-of.ts";
import { capitalised, type ListedStep, nameOf, namesOf, type PlanContext } from "./listed-plan.ts";
import { dependentsOf, type World } from "./reference.ts";
import { resolve } from "./resolve.ts";
import { isStopWord, likeness, wordsIn } from "./words.ts";

const MOST = 15;

/** Answers that list steps, or tell of the plan and the planner as a whole; null for other questions. */
export function listAnswer(text: string, world: World, context: PlanContext): string | null {
  const { steps } = world.plan;
  const words = text.replace(/[?!.\s]+$/, "");
  if (
    /\bwho are you\b|\bwhat are you\b(?! doing)|\bwhat can you do\b|\bwhat do you understand\b/i.test(words)
  )
    return aboutMe(context);
  if (
    /\b(?:can|could|are) you (?:able to )?(?:send|read|write|fetch|call|open|access|use|post|download|search|browse|do|connect|make|delete|create)\b/i.test(
      words,
    ) &&
    !/\bsteps?\b/i.test(words)
  )
    return aboutTools(context);
  if (/\b(?:which|what) tools?\b|\blist (?:the |all )?tools\b/i.test(words) && !/\bstep \d/i.test(words))
    return aboutTools(context);
  const range =
    /^(?:what|which|show|list|describe|explain|tell me(?: about)?)\b.*?\b((?:steps?|numbers?) #?\d+ ?(?:to|-|–|through|until|and|,) ?.*\d)$/i.exec(
      words,
    )?.[1];
  if (range !== undefined) {
    const meant = resolve(range, world);
    if (
      meant.type === "steps" &&
      meant.steps.length > 1 &&
      !/\b(?:wait|depend|parallel|same time|between)/i.test(words)
    )
      return rows(meant.steps, world);
  }
  if (/\b(?:critical|longest) (?:path|chain|way)\b/i.test(words)) return longestChain(world);
  if (
    /\b(?:what|which)\b.*\b(?:depends? on|waits? for|needs?)(?: any ?thing| nothing| no(?: other)? steps?| no one| any other steps?)|\b(?:what|which)\b.*\b(?:runs?|starts?|comes?|happens?|is|are|goes)\b.* ?\bfirst\b|\bwhere does (?:it|the plan) (?:start|begin)\b|\bwhat (?:runs|starts) at once\b/i.test(
      words,
    )
  ) {
    const first = steps.filter((step) => step.dependsOn.length === 0);
    return `${capitalised(namesOf(first))} ${first.length > 1 ? "start" : "starts"} first: ${first.length > 1 ? "they wait" : "it waits"} for no other step.`;
  }
  if (
    /\b(?:what|which)\b.*\b(?:runs?|comes?|happens?|is)\b.* ?\blast\b|\bwhere does (?:it|the plan) end\b/i.test(
      words,
    )
  ) {
    const last = steps.filter((step) => dependentsOf(step, world.plan).length === 0);
    return `${capitalised(namesOf(last))} ${last.length > 1 ? "come" : "comes"} last: no step waits for ${last.length > 1 ? "them" : "it"}.`;
  }
  if (
    /\b(?:which|what)\b.*\bfail\w*\b.*\b(?:without|not)\b.*\b(?:stop|abort|end|cancel)/i.test(words) ||
    /\bwhich (?:ones|steps) are optional\b/i.test(words)
  )
    return tolerant(steps);
  if (/^(?:please )?(?:list|show|name|tell)(?: me)?(?: all)?(?: of)?(?: the)? steps$/i.test(words))
    return rows(steps, world);
  const subject = SUBJECT.exec(words)?.[1];
  return subject === undefined ? null : about(subject, world);
}

const SUBJECT =
  /^(?:please )?(?:can you |could you )?(?:list|find|show(?: me)?|which|what|search for|give me|name)(?: are| is)?(?: all)?(?: of)?(?: the)? (?:steps?|ones)(?: that| which)? (?:(?:have|has|with|contain(?:s|ing)?|mention(?:s|ing)?|include|about|on|concerning|deal(?:s|ing)? with|is about|are about|speaks? of|says?)(?: the (?:word|text|title))?) (.+)$/i;

function about(subject: string, world: World): string {
  const quoted = /^["“'‘`](.+)["”'’`](?: in (?:the|its|their) (?:title|name)s?)?$/.exec(subject.trim())?.[1];
  const asked = wordsIn(quoted ?? subject).filter((word) => !isStopWord(word));
  const fits = (step: ListedStep) =>
    quoted === undefined
      ? asked.length > 0 &&
        asked.every((word) => wordsIn(step.title).some((other) => likeness(word, other) > 0.9))
      : `${step.title} ${step.instructions ?? ""}`.toLowerCase().includes(quoted.toLowerCase());
  const steps = world.plan.steps.filter(fits);
  return steps.length === 0 ? `No step of this plan is about "${quoted ?? subject}".` : rows(steps, world);
}

function rows(steps: readonly ListedStep[], { plan }: World): string {
  const shown = steps.length > MOST ? steps.slice(0, MOST) : steps;
  const lines = shown.map((step) => {
    const facts = [
      step.tool === null ? step.kind : step.tool,
      step.dependsOn.length === 0 ? "starts at once" : `waits for ${listOf(step.dependsOn.map(String))}`,
      ...(step.approval ? ["asks you first"] : []),
      ...(step.condition === null ? [] : ["has a condition"]),
    ];
    return `- ${capitalised(nameOf(step))}: ${facts.join(", ")}.`;
  });
  const rest = steps.length - shown.length;
  const head = `${steps.length} of the ${plan.steps.length} steps:`;
  return [head, ...lines, ...(rest > 0 ? [`- and ${rest} others.`] : [])].join("\n");
}

function longestChain({ plan }: World): string {
  const before = new Map<ListedStep, ListedStep | null>();
  const length = new Map<ListedStep, number>();
  const left = new Map(plan.steps.map((step) => [step, step.dependsOn.length]));
  const order = plan.steps.filter((step) => step.dependsOn.length === 0);
  for (const step of order) {
    const own = length.get(step) ?? 1;
    for (const next of dependentsOf(step, plan)) {
      if (own + 1 > (length.get(next) ?? 1)) {
        length.set(next, own + 1);
        before.set(next, step);
      }
      left.set(next, (left.get(next) ?? 0) - 1);
      if (left.get(next) === 0) order.push(next);
    }
  }
  let [end, most]: [ListedStep | null, number] = [plan.steps[0] ?? null, 1];
  for (const [step, count] of length) if (count > most) [end, most] = [step, count];
  const chain: ListedStep[] = [];
  for (let step: ListedStep | null = end; step; step = before.get(step) ?? null) chain.unshift(step);
  const way =
    chain.length > MOST
      ? `${chain.slice(0, 5).map(nameOf).join(" → ")} → … → ${chain.slice(-1).map(nameOf).join("")}`
      : chain.map(nameOf).join(" → ");
  return `The longest chain has ${chain.length} of the ${plan.steps.length} steps: ${way}. How long each one takes, only a run can tell.`;
}

function tolerant(steps: readonly ListedStep[]): string {
  const fine = steps.filter((step) => step.onError === "continue" || step.onError === "skip");
  const stops = steps.filter((step) => step.onError === "stop");
  const own =
    fine.length > 0
      ? `The run goes on as if nothing had happened when ${namesOf(fine, "or")} fails.`
      : "No step is marked so that the run goes on as if it had worked.";
  const others =
    stops.length > 0
      ? ` The whole run stops only when ${namesOf(stops, "or")} fails.`
      : " No failure stops the whole run: what waits for a failed step is skipped, and everything else still runs.";
  return own + others;
}

function aboutMe({ plan }: PlanContext): string {
  const steps = plan?.steps.length ?? 0;
  return `I am the built-in planner. I read plain orders about this plan of ${steps} ${steps === 1 ? "step" : "steps"} (add, remove, move, rename, split, merge, wait for, ask me before, retry, undo) and answer questions about it from the plan alone. A language model understands more: set MODEL, for example MODEL=openai:<model id>.`;
}

function aboutTools({ tools }: PlanContext): string {
  const names = tools.length > 0 ? `Steps can use these tools: ${listOf(tools)}.` : "No tool is connected.";
  return `${names} What none of them does, a reasoning step can prepare with a language model, but nothing is sent or changed outside without a tool that does it.`;
}
