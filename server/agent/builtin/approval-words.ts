import { withoutAskingFirst } from "./approval-asides.ts";
import { isEnglishOrder, orderInside } from "./brief-clauses.ts";
import { APPROVAL_WORD as OK } from "./brief-cues.ts";
import { bareVerb } from "./bare-verb.ts";

const I_SAY =
  "i(?:'ve| have)? (?:say|said|give|gave|given|confirm(?:ed)?|approved?|agreed?|allow(?:ed)?|sign(?:ed)? off|ok(?:'?d|ay(?:ed)?)?|checked|seen|had a look|looked)";
const WHEN = "(?:only )?(?:once|when|after|as soon as|if|until|unless)";
const ASK =
  "(?:ask|check with|consult|confirm with|get back to) me(?: for (?:my |the )?(?:ok(?:ay)?|approval|permission|confirmation|go[- ]?ahead))?";
const TAILS = [
  `(?:please )?${ASK} (?:first|again|beforehand|before(?: (?:that|this|it|you do(?: (?:so|that|it|this))?|doing (?:so|that|it|this)))?)`,
  `but (?:please )?${ASK}`,
  `(?:not |only )?(?:once|when|after|as soon as|if|until|unless|before) ${I_SAY}(?: (?:it|them|that|this|so|yes|ok(?:ay)?|go|to it|on (?:it|that|this|the \\w+)|my ${OK}|(?:the|an) ${OK}|the \\w+))*`,
  `(?:only )?(?:with|after|upon|on|pending|given|subject to|not without) (?:my|our|an?|the) (?:explicit |written |final )?${OK}(?: first)?`,
  `(?:please )?(?:wait for|get|needs?|requires?|it needs|this needs) (?:my|our) ${OK}(?: (?:first|before (?:that|this|it|you do(?: so)?)))?`,
  `(?:please )?ask for (?:my |our )?${OK}(?: first| before)?`,
  `(?:please )?let me (?:check|see|review|read|approve|confirm|inspect|look at|have a look at|take a look at|look over|go over) (?:it|that|this)(?: first| before(?:hand)?(?: (?:it|that|this|they|you|we)(?: \\w+){1,4})?)`,
  `(?:only )?after asking me`,
  `(?:please )?let me (?:check|see|review|read|approve|confirm|inspect|look|have a look|take a look|decide|sign off) (?:first|before(?:hand)?)`,
  `(?:solo |sólo |nur |erst |seulement |uniquement )?(?:nach|mit|después de|con|tras|após|après|avec|sous réserve de) (?:meine[rnm]?|unsere[rnm]?|mi|nuestra|nuestro|mon|ma|notre) (?:\\p{L}+ )?${OK}`,
  `i (?:want|need|have) to (?:approve|confirm|ok|check|see|sign off)(?: (?:it|that|this|on (?:it|that|this)))?(?: first| before)?`,
];
const TAIL = new RegExp(
  `^(.{4,}?)(?:\\s*[.,;–—(-]+\\s*|\\s+)(?:(?:and|but|though|however|then)\\s+)?(?:${TAILS.join("|")})\\)?$`,
  "isu",
);
const HEADS = [
  `(?:only )?(?:after|with|upon|on|pending|given) (?:my|our) (?:explicit |written |final )?${OK}`,
  `(?:only )?once (?:you (?:have|get|got)|there is) (?:my|our) ${OK}`,
  `${WHEN} ${I_SAY}(?: (?:it|them|that|this|so|on (?:it|that)|yes|ok(?:ay)?|go|my ${OK}|(?:the|an) ${OK}|your ok))*`,
  `(?:please )?(?:wait for|get) (?:my|our) ${OK}(?:,? (?:and )?then|,)`,
  `(?:please )?${ASK}(?: first)?(?:,? (?:and )?(?:only )?then|,)`,
];
const HEAD = new RegExp(
  `^(?:(?:and|but|then)\\s+)*(?:${HEADS.join("|")})\\s*[,:]?\\s+(?!first\\b)(.{4,})$`,
  "is",
);
const BEFORE_YOU = new RegExp(
  `^(?:please )?(?:${ASK}(?: first)?|wait for (?:my|our) ${OK}) before (?:you )?(.{4,})$`,
  "is",
);

/** The deed without the words that ask the person first; `asks` tells whether there were any. */
export function withoutApproval(text: string): { text: string; asks: boolean } {
  const bare = text.trim().replace(/[.!]+$/, "");
  if (/^(?:(?:and|but|then)\s+)*(?:do not|don't|never|nothing|no)\b/i.test(bare))
    return { text, asks: false };
  const asked = withoutAskingFirst(bare);
  if (asked !== null) return { text: asked, asks: true };
  const led = HEAD.exec(bare)?.[1];
  // "Once I've signed off on the draft send it": the order marks where the approval's own words end.
  const order = led === undefined || isEnglishOrder(led) ? led : (orderInside(led, isEnglishOrder) ?? led);
  const deed = TAIL.exec(bare)?.[1] ?? order;
  return deed === undefined ? { text, asks: false } : { text: deed.replace(/[\s,;]+$/, ""), asks: true };
}

/** "Ask me before you write it": the deed as an order. */
export function deedToAskFor(text: string): string | null {
  return BEFORE_YOU.exec(text.trim().replace(/[.!]+$/, ""))?.[1] ?? null;
}

/** A deed that says enough to be a step of its own, as an order: "writing it to a.md" is "write it to a.md". */
export function orderToAskFor(deed: string): string | null {
  const [verb = "", ...rest] = deed.trim().split(/\s+/);
  const stem = /^(\p{L}{2,})ing$/iu.exec(verb)?.[1];
  const order = [stem === undefined ? verb : bareVerb(stem), ...rest].join(" ");
  return rest.length > 1 && isEnglishOrder(order) ? order : null;
}
