import { TOGETHER_HINT } from "./brief-hints.ts";
import { lowerFirst, titleFrom } from "./new-step.ts";
import { scheduleIn } from "./schedule.ts";

const MAX_PART = 50;
const MAX_LEAD = 60;
// Words that lead to a list and say nothing about what it is for.
const FILLER =
  /^(?:please|can|could|would|will|i|we|you|do|these|those|this|that|here|the following|follow|steps?|to-?do|tasks?|make|create|build|plan|agent|hi|hello|hey|dear|when|whenever|every|each|if|once|first|then|run|start|and|so|ok|what|it|there|now|in|at|on|after|before|bitte|hier|folgende|por favor|voici|merci)\b|\b(?:following|as follows|these steps|those steps|the steps)\b/i;

/** The title of a first plan: its heading, the name in front of its list, or what its first and last step do. */
export function planTitle(
  heading: string | null,
  lead: string | null,
  steps: readonly { title: string }[],
): string {
  const named = titleFrom(plain(heading ?? "")) || titleFrom(nameIn(lead ?? ""));
  if (named !== "") return named;
  const [first, last] = [steps[0]?.title ?? "", steps.at(-1)?.title ?? ""];
  if (steps.length < 2) return titleFrom(first) || "New plan";
  return titleFrom(`${part(first)} → ${lowerFirst(part(last))}`) || "New plan";
}

function nameIn(lead: string): string {
  const text = plain(lead).replace(/:\s*$/, "");
  const isName = text.length <= MAX_LEAD && !/[.!?,;:\n]/.test(text) && /\p{L}{2}/u.test(text);
  return isName && !FILLER.test(text) && !TOGETHER_HINT.test(text) && isMoreThanTime(text) ? text : "";
}

function isMoreThanTime(text: string): boolean {
  const schedule = scheduleIn(text);
  return schedule === null || /\p{L}{3}/u.test(schedule.rest);
}

function plain(text: string): string {
  return text.replaceAll("`", "").trim();
}

function part(title: string): string {
  return title.length <= MAX_PART
    ? title
    : `${title
        .slice(0, MAX_PART)
        .replace(/\s+\S*$/, "")
        .replace(/\s+(?:from|to|at|of|in|on|with|for|by|the|an?|and)$/i, "")}…`;
}
