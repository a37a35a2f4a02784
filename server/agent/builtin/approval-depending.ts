import { approvalSaid } from "./approval-said.ts";
import { namesOf } from "./listed-plan.ts";
import { namedWholly } from "./named-wholly.ts";
import { deeds } from "./read-approval.ts";
import type { World } from "./reference.ts";
import { ask, type Reading } from "./understanding.ts";

const IF = "(?:only )?(?:if|when|whenever|unless|in case|as long as|provided(?: that)?)";
const BEHIND = new RegExp(`^(?<order>.+?),? ${IF} (?<claim>.+)$`, "i");
const AHEAD = new RegExp(`^${IF} (?<claim>.+?)(?:,|,? then) (?<order>.+)$`, "i");
// What the person does, and when the step's turn comes, is no condition.
const NO_CONDITION =
  /^(?:i|we|you|it|they|that|this|ready|done|needed|necessary|possible|in doubt|the time comes?|my|our)\b|\b(?:approv\w*|confirm\w*|agree\w*|ok(?:ay)?|sign(?:ed)? off|permission|consent)\b/i;

const ADVERB = /\b(?:only|just)\s+/gi;
const APPROVE = /^(?:please )?(?:approve|confirm|sign off(?: on)?) /i;

/** "No approval for 3 if the total is under 100": an approval is asked for or not, whatever the outcome of a step. */
export function approvalDepending(clause: string, world: World): Reading {
  for (const way of [BEHIND, AHEAD]) {
    const { order = "", claim = "" } = way.exec(clause)?.groups ?? {};
    if (order === "" || NO_CONDITION.test(claim)) continue;
    const said = approvalSaid(order.replace(ADVERB, "").replace(APPROVE, "i want to approve "));
    if (said === null) continue;
    const named = said.spans.map((span) => namedWholly(deeds(span), world));
    const known = named.find((reference) => reference?.type === "steps");
    if (known?.type !== "steps") continue;
    const numbers = known.steps.map(({ number }) => number).join(" and ");
    const always = said.required ? `ask me before ${numbers}` : `no approval for ${numbers}`;
    return ask(
      `An approval cannot depend on "${claim}": ${namesOf(known.steps)} either ${known.steps.length > 1 ? "ask" : "asks"} for it in every run or never. Shall it be so in every run? Then say "${always}". Nothing was changed.`,
    );
  }
  return null;
}
