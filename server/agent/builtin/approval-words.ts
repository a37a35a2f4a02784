import { APPROVAL_WORD as OK } from "./brief-cues.ts";

const I_SAY =
  "i(?:'ve| have)? (?:say|said|give|gave|given|confirm(?:ed)?|approved?|agreed?|allow(?:ed)?|sign(?:ed)? off|ok(?:'?d|ay(?:ed)?)?|checked|seen|had a look|looked)";
const WHEN = "(?:only )?(?:once|when|after|as soon as|if|until|unless)";
const ASK =
  "(?:ask|check with|consult|confirm with|get back to) me(?: for (?:my |the )?(?:ok(?:ay)?|approval|permission|confirmation|go[- ]?ahead))?";
const TAILS = [
  `(?:please )?${ASK} (?:first|again|beforehand|before (?:that|this|it|you do(?: (?:so|that|it|this))?|doing (?:so|that|it|this)))`,
  `but (?:please )?${ASK}`,
  `(?:not |only )?(?:once|when|after|as soon as|if|until|unless|before) ${I_SAY}\\b[^,;]*`,
  `(?:only )?(?:with|after|upon|on|pending|given|subject to|not without) (?:my|our|an?|the) (?:explicit |written |final )?${OK}(?: first)?`,
  `(?:please )?(?:wait for|get|needs?|requires?|it needs|this needs) (?:my|our) ${OK}(?: (?:first|before (?:that|this|it|you do(?: so)?)))?`,
  `i (?:want|need|have) to (?:approve|confirm|ok|check|see|sign off)(?: (?:it|that|this|on (?:it|that|this)))?(?: first| before)?`,
];
const TAIL = new RegExp(`^(.{4,}?)(?:\\s*[,;–—(-]+\\s*|\\s+)(?:(?:and|but|though|however|then)\\s+)?(?:${TAILS.join("|")})\\)?$`, "is");
const HEADS = [
  `(?:only )?(?:after|with|upon|on|pending|given) (?:my|our) (?:explicit |written |final )?${OK}`,
  `(?:only )?once (?:you (?:have|get|got)|there is) (?:my|our) ${OK}`,
  `${WHEN} ${I_SAY}(?: (?:it|them|that|this|so|on (?:it|that)|yes|ok(?:ay)?|go|my ${OK}|(?:the|an) ${OK}|your ok))*`,
  `(?:please )?(?:wait for|get) (?:my|our) ${OK}(?:,? (?:and )?then|,)`,
  `(?:please )?${ASK}(?: first)?(?:,? (?:and )?(?:only )?then|,)`,
];
const HEAD = new RegExp(`^(?:(?:and|but|then)\\s+)*(?:${HEADS.join("|")})\\s*[,:]?\\s+(?!first\\b)(.{4,})$`, "is");
const BEFORE_YOU = new RegExp(`^(?:please )?${ASK}(?: first)? before (?:you )?(.{4,})$`, "is");

/** The deed without the words that ask the person first; `asks` tells whether there were any. */
export function withoutApproval(text: string): { text: string; asks: boolean } {
  const bare = text.trim().replace(/[.!]+$/, "");
  const deed = TAIL.exec(bare)?.[1] ?? HEAD.exec(bare)?.[1];
  return deed === undefined ? { text, asks: false } : { text: deed.replace(/[\s,;]+$/, ""), asks: true };
}

/** "Ask me before you write it": the deed as an order. */
export function deedToAskFor(text: string): string | null {
  return BEFORE_YOU.exec(text.trim().replace(/[.!]+$/, ""))?.[1] ?? null;
}
