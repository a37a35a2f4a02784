import { bareVerb } from "./bare-verb.ts";
import { isOrderVerb } from "./brief-verbs.ts";

const LEAD = "(?:(?:and|but|then|please|also|however|i mean)\\s+)*";
const I_APPROVE =
  "(?:approv(?:e|ing|al)|confirm(?:ing)?|sign(?:ing)? off(?: on)?|ok(?:ay)?(?:ing)?|be (?:asked|consulted|told)|agree(?:ing)?|give (?:my|our) (?:ok(?:ay)?|approval|consent|go[- ]?ahead|permission)|say (?:yes|ok(?:ay)?)|check(?:ing)?|release|have (?:my|the (?:last|final)) (?:say|word|ok(?:ay)?))";
const I_WANT = new RegExp(
  `^${LEAD}(?:i|we)(?:'d| would)? (?:(?:want|need|have|like|wish|expect|prefer|insist on|must|should|will|'ll)(?: to)? )?${I_APPROVE}(?: (?:it|this|that|them|everything|each one|first))* before (?:you )?(.+)$`,
  "i",
);
const MINE = "(?:my|our|me|i|we|us|asking|approval|permission)";
const NOTHING = new RegExp(
  `^${LEAD}(?:nothing|none of (?:it|this|that|them)) (?:at all )?(?:(?:must|may|should|shall|can|will|is to|ought to) )?((?:be |is |gets? |are |has been )?)(.+?) (?:without|until|unless|before) (?:.*\\b)?${MINE}\\b.*$`,
  "i",
);
const NO_DEED = new RegExp(
  `^${LEAD}no (\\p{L}+(?: \\p{L}+){0,4}?) (?:without|until|unless|before) (?:.*\\b)?${MINE}\\b.*$`,
  "iu",
);

// "Nichts geht raus ohne mein OK": the deed keeps its words, but for going out, which has none of its own.
const NOTHING_ABROAD: RegExp[] = [
  /^(?:und |aber )?nichts (?:davon )?(?:geht|wird|darf|soll|kommt) (.+?),? (?:ohne|bis|bevor) .*(?:mein|ich|mir|mich)/iu,
  /^(?:y |pero )?nada (?:se |debe |puede )?(.+?) (?:sin|hasta|antes de) .*(?:mi|yo|me)(?!\p{L})/iu,
  /^(?:et |mais )?rien ne (?:doit |peut )?(.+?) (?:sans|avant) .*(?:mon|ma|moi|je|j')/iu,
];
const OUT_ABROAD = /(?<!\p{L})(?:raus|hinaus|online|live|weg|sal(?:e|ir)|part(?:ir)?|sort(?:ir)?)(?!\p{L})/iu;

function deedAbroad(clause: string): string | null {
  for (const pattern of NOTHING_ABROAD) {
    const deed = pattern.exec(clause)?.[1];
    if (deed !== undefined) return OUT_ABROAD.test(deed) ? "anything goes out" : deed;
  }
  return null;
}

/** The deed that may not happen before the person has agreed: "nothing goes live without my ok"; null for other words. */
export function deedAwaitingMe(clause: string): string | null {
  const wanted = I_WANT.exec(clause)?.[1];
  if (wanted !== undefined) return wanted;
  const [, passive = "", rest] = NOTHING.exec(clause) ?? [];
  if (rest !== undefined) return `anything ${passive === "" ? "" : "is "}${rest}`;
  const none = NO_DEED.exec(clause)?.[1];
  return none === undefined
    ? deedAbroad(clause)
    : `any ${none}${/\s(?:is|are|goes?|gets?|leaves?)\s/.test(` ${none} `) ? "" : " is made"}`;
}

const GOES_OUT =
  /^(?:(?:any|the|an?|my|our|your|each|every|this|that|these|those|all)\s+)*(.*?)\s*\b(?:goes?|going|gets?|is|are|be|leaves?|went)\s+(?:actually |really )?(?:out|live|off|public|online|away|over|outside|anywhere|(?:in)?to (?:production|the (?:public|web|customers?|clients?|world)))\b/i;
const MADE =
  /^(?:(?:any|the|an?|my|our|your|each|every|another)\s+)*(\p{L}+?)s?\s+(?:(?:is|are|gets?|be|being)\s+)?(?:actually |really )?(?:made|done|placed|executed|carried out|performed|triggered|happens?|takes? place|occurs?|starts?|begins?)$/iu;
const NOUNS: Record<string, string> = {
  payment: "pay",
  purchase: "buy",
  publication: "publish",
  submission: "submit",
  deletion: "delete",
  delivery: "deliver",
  removal: "remove",
  dispatch: "send",
  deployment: "deploy",
  shipment: "ship",
  announcement: "announce",
  transmission: "send",
  reply: "reply",
  response: "reply",
  modification: "change",
  alteration: "change",
  cancellation: "cancel",
};

/** What goes out when "the email goes out": its words; null for other deeds. */
export function goingOut(deed: string): string | null {
  const noun = GOES_OUT.exec(deed.trim().replace(/[.!]+$/, ""))?.[1];
  return noun === undefined
    ? null
    : noun.replace(/^(?:it|they|anything|something|everything|nothing|things?|this|that)$/i, "");
}

/** The noun by which a deed is said: "payment" of "any payment is made"; null for other deeds. */
export function nounOf(deed: string): string | null {
  return MADE.exec(deed.trim().replace(/[.!]+$/, ""))?.[1]?.toLowerCase() ?? null;
}

/** The verb of a deed said by its noun: "any payment is made" is to pay; null for other deeds. */
export function verbOfNoun(deed: string): string | null {
  const noun = nounOf(deed);
  if (noun === null) return null;
  const stem = NOUNS[noun] ?? bareVerb(noun.replace(/ing$/, ""));
  if (isOrderVerb(stem)) return stem;
  return isOrderVerb(noun) ? noun : null;
}
