import { bareVerb } from "./bare-verb.ts";
import { isEnglishOrder } from "./brief-clauses.ts";
import {
  ADDED_LAST,
  ASKED_STEP,
  AT_END,
  AT_START,
  DEED,
  MISSING,
  NO_STEP_YET,
  OF_PLAN,
  PLACED_FIRST,
  PLACED_LAST,
  REMEMBERED,
} from "./new-work-words.ts";
import { plainVerb } from "./new-step.ts";
import { withQuotesHidden } from "./plain-words.ts";

const PLACES = [
  { place: "at the start", pattern: AT_START },
  { place: "at the end", pattern: AT_END },
].map(({ place, pattern }) => ({ place, pattern: new RegExp(`^${pattern}\\s*[,:–-]*\\s+(.+)$`, "is") }));
const NEXT_SENTENCE = /(?<=[.!?])\s+(?!(?:please )?(?:add|put|insert|include|create) (?:that|it|this)\b)/i;
// "…, and the loading waits for it" is an order of its own.
const LINKED =
  /^(.+?),? and ((?:the |my |our )?[^,]+? (?:waits? for|comes? after|depends? on|follows?|needs?) (?:it|that|this|that one|this one))$/is;

/** "Between 3 and 4 we need to …, add that" and the like as one plain order for a new step; other sentences as they are. */
export function plainNewWork(message: string): string {
  return withQuotesHidden(message, (text) => {
    const [first = "", ...others] = text.split(NEXT_SENTENCE);
    const bare = first.replace(NO_STEP_YET, "").replace(/[.!?]+$/, "");
    const [, head = "", link = ""] = LINKED.exec(bare) ?? [];
    const linked = head === "" ? null : newWorkIn(head);
    if (linked !== null) return [linked, `${link}.`, ...others].join(" ");
    const made = newWorkIn(bare);
    return made === null ? text : [made, ...others].join(" ");
  });
}

function newWorkIn(sentence: string): string | null {
  const remembered = REMEMBERED.exec(sentence)?.[1];
  if (remembered !== undefined) return order(...placedLast(remembered));
  const [, where = "", missing = ""] = MISSING.exec(sentence) ?? [];
  if (missing !== "") return where === "" ? order(...placedLast(missing)) : order(missing, where);
  const [, said, front, end] = ADDED_LAST.exec(sentence) ?? [];
  const { place, deed } = placedFirst((said ?? sentence).trim());
  const asked = ASKED_STEP.exec(deed)?.groups;
  const isListed =
    (/^[^:]{3,40}:\s/.test(sentence) || /^as the \w/i.test(sentence)) &&
    place !== "" &&
    isEnglishOrder(deed) &&
    !OF_PLAN.test(deed);
  const isOther = /^(?:(?:pls|please|also)\s+)*(?:make|have|build|write)\b|\bin which\b/i.test(deed);
  const isAsked = asked !== undefined && (place !== "" || isOther);
  if (said === undefined && !isListed && !isAsked) return null;
  const told = asked?.["deed"] ?? deed.replace(DEED, "");
  const work = /^(?:that|which)$/i.test(asked?.["link"] ?? "") ? plainVerb(told) : told;
  const at = front ? "at the start" : end ? "at the end" : place || (asked?.["where"] ?? "");
  return OF_PLAN.test(work) && !isAsked && said === undefined ? null : order(work, at);
}

function order(work: string, place: string): string | null {
  const deed = activeOf(work.trim());
  const at = place
    .trim()
    .replace(/^,\s*/, "")
    .replace(/^(?:once|as soon as|when)\b/i, "after");
  if (!/\s/.test(deed)) return null;
  return at === "" ? `add a step: ${deed}.` : `add a step ${at}: ${deed}.`;
}

// "the bookkeeper gets informed" is the order "inform the bookkeeper".
function activeOf(work: string): string {
  const [, thing = "", done = "", rest = ""] =
    /^((?:the|our|my|all|an?) .+?) (?:(?:gets?|is|are)|(?:has|have|needs?|ought|must|should)(?: to)? be) (\w+ed)( .+)?$/is.exec(
      work,
    ) ?? [];
  return done === "" ? work : `${bareVerb(done.slice(0, -2))} ${thing}${rest}`;
}

function placedFirst(text: string): { place: string; deed: string } {
  const bare = text.replace(/^(?:(?:and|so|also|ok|then|please|now|oh)[\s,]+)+/i, "");
  for (const { place, pattern } of PLACES) {
    const deed = pattern.exec(bare)?.[1];
    if (deed !== undefined) return { place, deed };
  }
  const [, where = "", deed = ""] = PLACED_FIRST.exec(bare) ?? [];
  return where === "" ? { place: "", deed: bare } : { place: where, deed };
}

function placedLast(text: string): [work: string, place: string] {
  const [, deed = text, place = ""] = PLACED_LAST.exec(text) ?? [];
  return [deed, place];
}
