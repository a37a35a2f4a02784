import type { ListedPlan, ListedStep } from "./listed-plan.ts";

const GIVES =
  "(?:returns?|returned|gives?|gave|finds?|found|has|had|produces?|produced|yields?|yielded|shows?|showed)";
/** A claim that begins with the number of the step whose output tells it. */
export const NAMED = new RegExp(`^(?:step )?#?(\\d+) ${GIVES}\\b`, "i");
const NUMBERED =
  /^(?:the )?step #?(\d+)(?:['’]s)?\b|\b(?:of|from|in|by) (?:the (?:output|result) of )?step #?(\d+)\b/i;
const SUBJECT = new RegExp(
  `^(?:the )?(?:step )?["“]?(.+?)["”]? (?:${GIVES}|is|are|was|were|contains?)\\b`,
  "i",
);
const SUBJECT_GIVES = new RegExp(`^(?:the )?(?:step )?["“]?(.+?)["”]? ${GIVES}\\b`, "i");
const OF_TITLE = /\b(?:of|from|in|by) (?:the )?(?:step )?["“]?(.+?)["”]? (?:is|are|was|were|has|exceeds)\b/i;

/**
 * The step that a claim names by its number or by its whole title as what tells it, whether or not it comes
 * before; "missing" for a number that no step has, undefined where it names none.
 */
export function sourceInClaim(claim: string, { steps }: ListedPlan): ListedStep | "missing" | undefined {
  const text = claim.trim();
  const [, first, second] = NUMBERED.exec(text) ?? [];
  const number = NAMED.exec(text)?.[1] ?? first ?? second;
  if (number !== undefined) return steps[Number(number) - 1] ?? "missing";
  const titles = [SUBJECT, OF_TITLE].map((way) => way.exec(text)?.[1]?.toLowerCase());
  const [step, twin] = steps.filter(({ title }) => titles.includes(title.toLowerCase()));
  return twin ? undefined : step;
}

/** A claim that names its step by title, as said of "it": "the store has more than 10 rows". */
export function saidOfIt(claim: string, step: ListedStep): string {
  const [all = "", subject = ""] = SUBJECT_GIVES.exec(claim.trim()) ?? [];
  return subject.toLowerCase() === step.title.toLowerCase()
    ? `it has${claim.trim().slice(all.length)}`
    : claim;
}
