import { isEnglishOrder } from "./brief-clauses.ts";
import type { Decision } from "./decide.ts";
import { capitalised, nameOf } from "./listed-plan.ts";
import { namedWholly } from "./named-wholly.ts";
import { AT_END, AT_START, OF_PLAN } from "./new-work-words.ts";
import type { World } from "./reference.ts";

const LEAD = "(?:(?:and|then|so|ok(?:ay)?|also|please|but)[\\s,]+)*";
const PLACES = [
  {
    place: "at the end",
    pattern: new RegExp(`^${LEAD}(?:${AT_END}|lastly|last but not least)[\\s,:–-]+(.+)$`, "is"),
  },
  { place: "at the start", pattern: new RegExp(`^${LEAD}${AT_START}[\\s,:–-]+(.+)$`, "is") },
];
// What points to steps that are there, or goes on with another deed, is more than one new step.
const MORE =
  /\b(?:it|them|they|this|that|those|these|both|steps?|plan|approvals?|retr(?:y|ies))\b|#?\b\d+\b|[.;!?]\s+\S|,\s|\b(?:and )?then\b/i;

/** "Finally, clean up": new work with a place, which makes no other sense; null for other words. */
export function workAtAnEnd(
  text: string,
  world: World,
  decide: (order: string) => Decision | null,
): Decision | null {
  for (const { place, pattern } of PLACES) {
    const deed = pattern.exec(text.trim())?.[1]?.replace(/[.!\s]+$/, "");
    const isWork = deed !== undefined && !deed.includes('"') && !OF_PLAN.test(deed) && !MORE.test(deed);
    if (!isWork) continue;
    const named = namedWholly(deed, world);
    const [step, twin] = named?.type === "steps" ? named.steps : [];
    if (step && !twin) {
      const to = place === "at the end" ? "to the end" : "to the start";
      const reply = `Do you mean ${nameOf(step)}, or a new step? Say "move step ${step.number} ${to}", or: add a step "${capitalised(deed)}" ${place}. Nothing was changed.`;
      return { calls: [], reply };
    }
    const decided =
      named?.type === "missing" && isEnglishOrder(deed) ? decide(`add a step ${place}: ${deed}`) : null;
    if (decided !== null && decided.calls.length > 0) return decided;
  }
  return null;
}
