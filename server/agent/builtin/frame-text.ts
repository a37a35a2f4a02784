import { isNarrative } from "./asides.ts";
import { lexiconWords } from "./frame-lexicon.ts";
import { withMentionsNumbered } from "./masked-mentions.ts";
import { bareClause } from "./plain-words.ts";
import type { World } from "./reference.ts";
import { likeness, wordsIn } from "./words.ts";

// Why something is wanted asks for nothing itself.
const REASON =
  /(?<!\b(?:not|only))[,;]?\s+(?:because|cos|since(?= (?:i|we|it|they|there|he|she|that)\b)|(?<!\b(?:long|soon|well|far|much|same|time) )as(?= (?:i|we|they|there|he|she) ))\s[^,;.]*|,\s*(?:and )?there (?:is|are) (?![^,;.]*\d)[^,;.]*(?=[.!]*$)/gi;
// "Each one waits for the one before it", in many words.
const EACH_IN_TURN =
  /\b(?:each|every)(?: one| step)?\b(?! of)[^,.;]*?\b(?:the|its) (?:one|step|previous(?: one| step)?|preceding(?: one| step)?|predecessor)(?: (?:right|directly|just|immediately))?(?: (?:before|above|ahead of|in front of|preceding)(?: (?:it|that one))?)?(?: (?:is|has|was) \w+| ends| finishes| completes)?(?=[\s]*(?:[,.;!]|$))/gi;
const ALL_THAT =
  /\ball(?: that)? ((?:step )?\S+(?: step)?) (needs|waits for|depends on|has to wait for|relies on) is /i;
const BY_ME = /\b(?:run|pass|put|get|clear) (?!me\b)([^,;.]+?) (?:by|past|with) (?:me|us)\b/i;
const FROM_TO =
  /\b(link|links|dependency|connection|tie|edge|arrow) (?:from |of )?(?!between\b)([^,;.]+?) (?:to|on) (?=\S)([^,;.]+)/i;
const DICTATED_TITLE =
  /^([^":]*\b(?:title|name|label|call|rename|retitle|relabel|title)\b[^":]*):\s*([^":]+?)[.!]?$/i;

// "Rename step 2 to Day 2: Milan": the colon stands in the title.
const BEGUN_TITLE = /\b(?:re-?name|re-?title|re-?label)\b.* (?:to|as|into) \S/i;

/** A message without what asks for nothing, in the forms that frames know, and with steps as "#3" unless it is to be taken strictly. */
export function markedText(message: string, world: World, isStrict: boolean): string {
  const text = withoutStories(message, world)
    .replace(REASON, "")
    .replace(EACH_IN_TURN, " one after the other ")
    .replace(DICTATED_TITLE, (all, lead: string, title: string) =>
      BEGUN_TITLE.test(lead) ? all : `${lead} "${title}"`,
    )
    .replace(/\b(that|it|there|what|here)'s\b/gi, "$1 is")
    .replace(/(\d)'s\b/g, "$1")
    .replace(/\b(\w+)'ll\b/gi, "$1 will")
    .replace(/\bjust keep\b/gi, "keep only")
    .replace(ALL_THAT, "the only thing $1 $2 is ")
    .replace(BY_ME, "get my approval for $1")
    .replace(FROM_TO, "$1 between $2 and $3")
    .replace(/^ one after the other \W*$/, "everything one after the other")
    .replace(/^(?:(?:ok(?:ay)?|well|right|so|hm+|also|and|now)[\s,]+)+/i, "");
  return isStrict ? text : withStepsMarked(text, world);
}

const POINTS_BACK = /\b(?:it|its|them|they|that one|this one|that step|this step|those|these|both)\b/i;

// "I talked to the boss" asks for nothing, unless it names a step or what is said then points back to it.
function withoutStories(message: string, { plan }: World): string {
  if (/"/.test(message) || POINTS_BACK.test(message)) return message;
  const parts = message.split(/(?<=[,;.!])\s+/);
  const isStory = (part: string) =>
    isNarrative(bareClause(part)) && !/\d/.test(withMentionsNumbered(part, plan));
  const rest = parts.filter((part) => !isStory(part));
  return rest.length === 0 ? message : rest.join(" ");
}

// Words that mean something here are no slips of words of titles.
function withStepsMarked(text: string, { plan }: World): string {
  const own = plan.steps.flatMap((step) => wordsIn(step.title));
  const kept: string[] = [];
  const hidden = text.replace(/"[^"]*"|\p{L}{4,}|\b(?:was|had|did|got)\b/gu, (word) => {
    const lower = word.toLowerCase();
    const isOther = lexiconWords.has(lower) && own.every((other) => likeness(lower, other) === 0);
    return isOther ? `0x${kept.push(word) - 1}x` : word;
  });
  return withMentionsNumbered(hidden, plan)
    .replace(/\bstep (\d+)\b/gi, "#$1")
    .replace(/0x(\d+)x/g, (_all, index: string) => kept[Number(index)] ?? "");
}
