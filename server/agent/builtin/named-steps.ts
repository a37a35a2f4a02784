import { distance } from "fastest-levenshtein";
import type { ListedPlan } from "./listed-plan.ts";

const QUOTED = /(?:(?:\bthe )?\bstep )?"([^"]+)"/gi;
// What stands behind these is a new title, whatever steps there are.
const NEW_TITLE =
  /(?:\b(?:re-?name|re-?title|re-?label|call|change|set|name)\b[^.;"]*(?:"[^"]*"[^.;"]*)?\b(?:to|as|into)|\b(?:called|named|titled|name|title|as|into)|\b(?:is|are) (?:really|actually)|\bcall(?: [^.;"]*)?|\bcall[^.;"]*"[^"]*"|[:→]|->|\b(?:add|insert|append|create)\b[^.;"]*)\s*$/i;
const MOST_SLIPS = 2;

/**
 * Quoted titles of steps as numbers, so that no word inside of them is read as part of the sentence. A
 * question sets no new title.
 */
export function withNumbersForTitles(text: string, { steps }: ListedPlan, isQuestion = false): string {
  if (!text.includes('"')) return text;
  return text.replace(QUOTED, (all, inner: string, at: number) => {
    const before = text.slice(0, at);
    if (!isQuestion && (NEW_TITLE.test(before) || / into /i.test(before))) return all;
    const isGhost = / on $/i.test(text.slice(0, at)) && steps.some((step) => step.missing?.includes(inner));
    if (isGhost) return all;
    const wanted = inner.trim().toLowerCase();
    const same = steps.filter((step) => step.title.toLowerCase() === wanted);
    const near =
      same.length > 0 || !/^(?:the )?step /i.test(all)
        ? same
        : steps.filter((step) => isNear(step.title.toLowerCase(), wanted));
    const [step, twin] = near;
    return step && !twin ? `step ${step.number}` : all;
  });
}

function isNear(title: string, wanted: string): boolean {
  return (
    Math.abs(title.length - wanted.length) <= MOST_SLIPS &&
    wanted.length > 8 &&
    distance(title, wanted) <= MOST_SLIPS
  );
}
