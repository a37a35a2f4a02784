import type { Decision } from "./decide.ts";
import { plainWords, withQuotesHidden } from "./plain-words.ts";

const FILLER = "(?:(?:hm+|well|so|ok(?:ay)?|and|but|oh|um|also|now|then)[\\s,.…]+)*";
const DOUBT = "maybe|perhaps|possibly|probably|presumably|arguably|conceivably";
const SELF = "(?:i|we)";
const GOOD =
  "(?:(?:an? )?(?:really |very |also |maybe |perhaps )?(?:good|better|best|nice|great|wise|smart|sensible|clever|fine|ok(?:ay)?|alright|all right|possible|useful|helpful|safe|bad|risky|worth(?:while)?|sense)(?: idea| thing| plan)?|an idea|worth it)";
const LEADS: [RegExp, string][] = [
  [
    new RegExp(
      `^${FILLER}(?:(?:would|could|might|will|should)(?: not|n't)? it (?:not )?(?:be|make)|(?:is|isn't|is not) it(?: not)?|does(?: not|n't)? it make|do you think(?: that)? it (?:is|would be|makes|would make)|would you (?:say|think)(?: that)? it (?:is|would be))(?: maybe| perhaps| really| also| not)* ${GOOD}(?: here| now| then)? (?:to |if (?:we|i|you)(?: would| could)? |that (?:we|i|you) )(?=[^?]*\\?\\s*$)`,
      "i",
    ),
    "",
  ],
  [
    new RegExp(
      `^${FILLER}(?:${DOUBT})[\\s,]+(?:it (?:would|might|could) be (?:good|better|best|nice|wise|an idea) to )?`,
      "i",
    ),
    "",
  ],
  [
    new RegExp(
      `^${FILLER}(?:${SELF} am |${SELF} are )?not (?:so |really |quite |entirely |at all )*(?:sure|certain|convinced)(?: (?:if|whether|that))?(?: (?:${SELF} )?(?:really |actually |even )?(?:need|want|require)) `,
      "i",
    ),
    "remove ",
  ],
  [
    new RegExp(
      `^${FILLER}${SELF} (?:really |rather )?doubt(?: that)? ${SELF} (?:really )?(?:need|want|require) `,
      "i",
    ),
    "remove ",
  ],
  [
    new RegExp(
      `^${FILLER}${SELF} wonder (?:if|whether) ${SELF} (?:really |actually |still )?(?:need|want|require) `,
      "i",
    ),
    "remove ",
  ],
  [
    new RegExp(
      `^${FILLER}(?:(?:${SELF} am |${SELF} are )?not (?:so |really |quite )*(?:sure|certain|convinced)(?: (?:if|whether|that))?|${SELF} wonder (?:if|whether)|${SELF} (?:am|was|are|were) (?:wondering|thinking|considering|debating|pondering)(?: (?:if|whether|that|about|of))?) `,
      "i",
    ),
    "",
  ],
  [
    new RegExp(
      `^${FILLER}${SELF} (?:do )?(?:kind of |sort of |somehow |really |just )*(?:think|guess|suppose|feel|believe|reckon|imagine|assume|suspect|would say)(?: (?:like|that|as if))?,? (?!(?:so|not|about|of)\\b)`,
      "i",
    ),
    "",
  ],
  [
    new RegExp(
      `^${FILLER}(?:it (?:seems|looks|feels)(?: (?:to me|like|as if|that))*|seems(?: to me| like| that)+|in my (?:humble )?opinion|imh?o|if you ask me|to my mind)[\\s,]+`,
      "i",
    ),
    "",
  ],
  [
    new RegExp(
      `^${FILLER}it (?:might|could|may) be (?:good|better|best|nice|wise|worth|an idea)(?: to)? `,
      "i",
    ),
    "",
  ],
  [
    new RegExp(
      `^${FILLER}${SELF} (?:might|may|could)(?: as well)?(?: (?:want|need|have))?(?: to)? (?!not\\b|have (?!to)|only\\b|be\\b)(?=\\w+)`,
      "i",
    ),
    "",
  ],
  [
    new RegExp(
      `^${FILLER}(?:should|shall) ${SELF} (?:not )?(?:really |perhaps |maybe |rather |also )*(?=[^?]*\\?\\s*$)`,
      "i",
    ),
    "",
  ],
];
// "We should" and the like, when doubt stands in front of it.
const SHOULD =
  /^(?:(?:we|i|you) )?(?:should|could|might|may|can|ought to|need to|had better|would)(?: (?:just|better|rather|also|well))* (?=\w)|^(?:to|about) (?=\w)/i;
const GERUND =
  /^(remov|delet|dropp|renam|mov|swapp|merg|splitt|add|skipp|scrapp|cutt|retry|ask|approv|sav|run|mak)ing\b/i;
// "If we dropped 3".
const PAST =
  /^(remov|delet|dropp|renam|mov|swapp|merg|add|skipp|scrapp|retri|ask|approv|sav)ed\b(?= (?:the |my |our |step #?\d|#?\d|it\b|them\b|⟪))/i;
const INNER = new RegExp(
  `^((?:\\S+ ){1,3}?(?:should|could|can|must|would|might|may|is|are|has to|need to|needs to)) (?:${DOUBT}) (?=\\w)`,
  "i",
);
const LAST = new RegExp(
  `(?<!\\b(?:to|as|into|called|named|titled|or))[\\s,.…–-]+(?:${DOUBT}|i (?:think|guess|suppose|believe)|not sure|what do you think|do you think so|don't you think|do you agree)(?:[\\s,]*(?:not sure|though))?[\\s.!?…]*$`,
  "i",
);
const IF_NOT =
  /^(?:(?:hm+|so|ok|and|but)[\s,]+)*(?:do|does|is|are|should|would|will|can)\b[^?]*?\b((?:the )?steps? #?\d+|#\d+|⟪\d+⟫|\d+)[^?]*\?\s*(?:if (?:not|so|yes|no)|otherwise|else)[\s,:-]*(?:then |please |just )*(.+)$/i;
const USELESS =
  /^(.+?) (?:is|are|seems?|looks?|feels?)(?: to be)? (?:(?:really|rather|quite|a bit|totally|completely|kind of|so|pretty|just|not) )*(?:useless|pointless|unnecessary|superfluous|redundant|obsolete|overkill|silly|stupid|nonsense|senseless|a waste(?: of (?:time|money))?|needless|not (?:really )?(?:needed|necessary|useful|helpful)|needed|necessary|useful)(?: (?:to me|here|now|at all|any ?more))*[.!?\s…]*$/i;
const JUDGED =
  /^(?!.*\b(?:so|remove|delete|drop|out|away)\b)(.+?) (?:is|are|seems?|looks?|feels?)(?: to be)? (?:(?:really|rather|quite|a bit|totally|completely|kind of|so|pretty|just) )*(?:useless|pointless|overkill|silly|stupid|nonsense|senseless|a waste(?: of (?:time|money))?)(?: (?:to me|here|now|at all))*[.!\s…]*$/i;
const UNNEEDED =
  /^(?:we|i) (?:do not|no longer) (?:really |actually )?(?:need|want|require) (.+?)(?: any ?more| at all)?[.!?\s]*$/i;
const POLITE = /^\W*(?:please )?(?:can|could|would|will) you\b/i;
const LONGEST = 400;

/** The order in a message that only wonders, supposes or asks whether to give it; null when it is meant. */
export function orderInDoubt(message: string): string | null {
  const text = plainWords(message);
  if (text.length > LONGEST || POLITE.test(text)) return null;
  let order: string | null = null;
  withQuotesHidden(text, (bare) => {
    order = doubtedIn(bare);
    return bare;
  });
  if (order === null) return null;
  const quotes: string[] = text.match(/"[^"]*"|```[\s\S]*?```|`[^`\n]*`/g) ?? [];
  return String(order).replace(/⟪(\d+)⟫/g, (_all, index: string) => quotes[Number(index)] ?? "");
}

function doubtedIn(bare: string): string | null {
  const [, asked = "", then = ""] = IF_NOT.exec(bare) ?? [];
  if (then !== "") return then.replace(/\b(?:it|that|this)\b/i, asked);
  const judged = JUDGED.exec(bare)?.[1];
  if (judged !== undefined) return `remove ${judged.replace(/^(?:i (?:think|guess|find)(?: that)? )/i, "")}`;
  for (const [lead, instead] of LEADS) {
    if (!lead.test(bare)) continue;
    return asOrder(bare.replace(lead, instead));
  }
  if (INNER.test(bare)) return asOrder(bare.replace(INNER, "$1 "));
  return LAST.test(bare) && !/^(?:what|why|how|which|who|when|where|is|are|does)\b/i.test(bare)
    ? asOrder(bare.replace(LAST, ""))
    : null;
}

function asOrder(words: string): string {
  const inner = new RegExp(`^((?:we |you |i )?(?:should|could|can|might)) (?:${DOUBT}) `, "i");
  const bare = words
    .replace(inner, "$1 ")
    .replace(SHOULD, "")
    .replace(/\?\s*$/, "")
    .replace(GERUND, infinitive)
    .replace(PAST, infinitive);
  const useless = USELESS.exec(bare)?.[1] ?? UNNEEDED.exec(bare)?.[1];
  return useless === undefined ? bare : `remove ${useless}`;
}

function infinitive(_all: string, root: string): string {
  const stem = root.toLowerCase().replace(/(pp|tt)$/, (twin) => twin.charAt(0));
  if (stem === "retri") return "retry";
  return /^(?:remov|delet|renam|mov|merg|approv|sav|mak)$/.test(stem) ? `${stem}e` : stem;
}

const TOLD: Record<string, string> = {
  Removed: "remove",
  Added: "add",
  Renamed: "rename",
  Moved: "move",
  Swapped: "swap",
  Merged: "merge",
  Split: "split",
};

const QUESTION = "Shall I ";

/** Asks whether to do what was only wondered about. */
export function askWhether({ said = [] }: Decision, order: string): string {
  const [first = "", more] = said;
  const [verb = ""] = /^\w+/.exec(first) ?? [];
  const deed = TOLD[verb];
  const single = deed === undefined || more !== undefined ? null : first.replace(verb, deed);
  const listed = said.length > 0 ? `make this change: ${said.join("; ")}` : `do this: ${order}`;
  return `${QUESTION}${single ?? listed}? Nothing was changed so far.`;
}

export function isAskedWhether(asked: string): boolean {
  return asked.startsWith(QUESTION) && asked.includes("Nothing was changed so far.");
}
