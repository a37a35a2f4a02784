import { TOGETHER } from "./idiom.ts";
import type { Edit, Understanding } from "./understanding.ts";

const THEM = "(?:it|this|that|these|those|them|both|the two|either|all of (?:it|them))";
const IN_TURN =
  "(?:in a row|in sequence|in order|in turn|one (?:after|by|behind) (?:the other|another|one)|one at a time|sequentially|serially|step by step|first|back to back)";
const INTERJECTION =
  /^(?:(?:oh|ah|hm+|um+|uh|ok(?:ay)?|yes|yeah|well|so|please|thanks?|thank you|thx|cheers|btw|by the way|fyi|also|and|sorry|(?:great|good|nice|perfect|excellent|lovely|awesome|fantastic|well done)(?: (?:work|job|stuff|going|start|idea|so far))?|work|job|cool|right|alright|look|listen|hey|hi|hello|now|again|too|of course|obviously|basically|you know|i think|i guess|if possible)[\s,!.]*)+$/i;
const ECHOES = {
  apart: new RegExp(
    `^(?:(?:so|and|but|there is|that means)\\s+)*(?:no (?:need|reason|point) (?:to (?:do|run|have|make|let|keep|put) ${THEM}(?: \\w+)? ${IN_TURN}|for (?:any )?waiting|to wait)|(?:no|without) (?:more )?waiting(?: there| here)?(?: (?:for|on) .+)?|(?:they|both|these|those|the two)(?: two)? (?:do|need|have) (?:not|no)(?: to)? (?:need |wait for |depend on |have to do with )?(?:each other|one another)|(?:i mean )?${TOGETHER}(?:,? (?:i mean|that is))?|(?:please )?(?:remove|drop|delete|cut|take|lose) (?:that|the|this) (?:dependency|link|connection|wait)(?: away| out| off)?|(?:they|both|these|those|the two) (?:are|run|can run) (?:independent(?: of each other)?|independently|${TOGETHER}))$`,
    "i",
  ),
  chained: new RegExp(
    `^(?:(?:and|but|so)\\s+)*(?:(?:never|not|no)(?: more than)? (?:one|two|both|all|any two|any of them|them)?(?: of (?:those|them|these))?(?: ever)?(?: run)? ?(?:both )?${TOGETHER}|(?:just |exactly )?(?:like|as|the way) (?:the )?(?:numbers?|numbering|list|order|titles?|it|they)(?: \\w+){1,3}|no parallel(?: (?:work|stuff|running|steps|runs))?(?: (?:there|here|please))?|(?:strictly )?(?:in (?:this|that|exactly this|exactly that) order|${IN_TURN}))$`,
    "i",
  ),
  last: /^(?:(?:and|so)\s+)*(?:(?:they|it|that one|this one) (?:should |must )?(?:comes?|goes?|runs?|is|are|be|happens?) (?:the )?(?:very )?last(?:,? (?:once|after|when) .+)?|(?:behind|after) (?:everything|all)(?: (?:else|the rest|the others))?)$/i,
  first:
    /^(?:(?:and|so)\s+)*(?:(?:they|it|that one|this one) (?:should |must )?(?:comes?|goes?|runs?|is|are|be|happens?) (?:the )?(?:very )?first(?:,? before .+)?|(?:before|in front of|ahead of) (?:everything|all)(?: (?:else|the rest|the others))?)$/i,
  added:
    /^(?:(?:and|so|but)\s+)*(?:(?:that|it|this) is|thats|that's) (?:a |one |the )?(?:new|additional|extra)(?: step| one)?$/i,
  divided:
    /^(?:please )?(?:so )?(?:split|divide|break|cut|separate) (?:it|that|this|them)(?: up| apart)?(?: (?:like (?:that|this)|accordingly|that way|please|then))*$/i,
  kept: /^(?:(?:please|just|and|so)\s+)*(?:remove|delete|drop|throw|take|cut|kick|lose|scrap|ditch|get rid of|bin) (?:out |away )?(?:the (?:others?|rest|other steps|other ones|remaining (?:ones|steps))|everything else|all (?:the )?(?:others?|rest))(?: out| away)?(?: please)?$/i,
};

/** Words that say nothing about the plan: "oh", "thanks". */
export function isInterjection(clause: string): boolean {
  return INTERJECTION.test(clause);
}

/** Whether a clause only says again what the one before it has asked for. */
export function isEcho(clause: string, last: Understanding | undefined): boolean {
  if (last?.type !== "edits") return false;
  const has = (...ops: string[]) => last.edits.some((edit) => ops.includes(edit.op));
  const { said } = last;
  return (
    (ECHOES.apart.test(clause) && (has("remove_dependency") || /run at the same time/.test(said))) ||
    (ECHOES.chained.test(clause) && /run one after the other| waits? for | start after /.test(said)) ||
    (ECHOES.last.test(clause) && (/ to the end\b/.test(said) || has("add_step"))) ||
    (ECHOES.first.test(clause) && (/ to the start\b/.test(said) || has("add_step"))) ||
    (ECHOES.added.test(clause) && has("add_step")) ||
    (ECHOES.divided.test(clause) && has("split_step")) ||
    (ECHOES.kept.test(clause) && has("remove_step")) ||
    swapsLike(clause, last.edits)
  );
}

const ORDERED =
  /^(?:first )?step (\d+) ?(?:(?:comes |goes |runs )?first)?,? (?:and )?(?:then )?step (\d+)(?: (?:comes |goes |runs )?(?:second|next|last|later|after that|afterwards|then))?$/i;

// "Swap 4 and 5: 5 first, 4 second" names the order that the swap makes.
function swapsLike(clause: string, edits: readonly Edit[]): boolean {
  const [, first, second] = ORDERED.exec(clause) ?? [];
  return (
    first !== undefined && edits.some((edit) => edit.op === "swap_steps") && Number(first) > Number(second)
  );
}

const LEAD =
  "(?:(?:so|ok(?:ay)?|well|because|since|as|and|but|also|turns out|it turns out|apparently|seems like|it seems|you know|the thing is|anyway|actually|meanwhile|unfortunately|luckily|fortunately)[\\s,]+)*(?:that )?";
const WHO =
  "(?:i|we|he|she|they|you|it|there|someone|somebody|nobody|everybody|everyone|people|(?:my|our|his|her|their|the) (?!step\\b)\\w+(?: (?!step\\b)\\w+)?|\\p{Lu}\\p{L}+)";
const HAPPENED =
  "(?:(?:just|already|really|finally|never|also|still) )*(?:(?:have|has|had|was|were|am|is|are|did|do|does|will|would|can|could)(?: not| never| just| already| now| no)*(?: \\w+)?|\\w{3,}ed|said|told|spoke|met|knows?|knew|found|heard|got|saw|think|thinks|thought|went|came|took|made|gave|lost|bought|sold|sent|left|likes?|hates?|loves?|feels?|felt|forgot|realise|realize)";
const NARRATIVE = new RegExp(`^${LEAD}${WHO} ${HAPPENED}\\b.*$`, "iu");
// What asks for something about the plan is no story, whoever tells it.
const ASKS =
  /\b(?:should|must|shall|has to|have to|ought|supposed|wants?|wish|would like|needs? (?!not\b)|may|only|unless|until|before|after|once|if|when|instead|wait|waits|waiting|depends?|approv\w*|ask|sign(?:ed)? off|permission|retr(?:y|ies)|fails?|failing|parallel|same time|together|first|last|then|between|swap|merge|split|rename|called?|named|title|undo|redo|add|insert|skip|optional|critical|condition)\b/i;

const WISHES =
  /\b(?:should|must|shall|has to|have to|ought|supposed to|needs? to|wants?|would like|unless|until|instead)\b/i;

// "Skip 2, but still do 3" is an order.
const STILL_DO = /^(?:but )?(?:still|nevertheless|anyway) (?:do|have|run)\b/i;

/** A sentence that tells why, and asks for nothing: "I talked to the boss". */
export function isNarrative(clause: string): boolean {
  return (
    NARRATIVE.test(clause) &&
    !STILL_DO.test(clause) &&
    !ASKS.test(clause.replace(/\b(?:does|do|did|need)(?: not)? (?:not )?(?:need|have) to\b/gi, ""))
  );
}

/** Whether words say that something has to be, or how it has to be done: then they are no mere background. */
export function asksForSomething(clause: string): boolean {
  return WISHES.test(clause);
}
