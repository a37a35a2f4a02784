import { isFieldOfStep } from "./field-told.ts";
import type { ListedStep } from "./listed-plan.ts";
import { namedWholly } from "./named-wholly.ts";
import { renamed, unquoted } from "./read-settings.ts";
import type { World } from "./reference.ts";
import { askBack, type Reading } from "./understanding.ts";

// Words that speak of what a step is called, and words that may stand around them.
const CUE =
  /\b(?:re-?names?|re-?titles?|re-?labels?|titles?|names?|named|titled|call(?:ed)?|label(?:led)?|caption|heading|rephrase|reword|wording|worded|phrased|(?:should|must|ought to|has to|is to|to) (?:read|say)|better|instead of|spelled|bad|wrong|ugly|clumsy|misleading|unclear|not right|not good|no good)\b/i;
const AROUND =
  /\b(?:re-?names?|re-?titles?|re-?labels?|titles?|names?|named|titled|call(?:ed)?|label(?:led)?|caption|heading|rephrase|reword|rewrite|wording|worded|phrased|read|reads|say|says|said|better|instead(?: of)?|spelled|bad|wrong|ugly|clumsy|misleading|unclear|not right|not good|no good|the|an?|to|as|into|from|with|by|of|for|in|on|is|are|be|was|would|should|must|ought|shall|has|have|had|see|read as|gets?|needs?|it|its|that|this|make|makes|set|change|changes|changed|turn|switch|swap|replace|put|use|give|take|sounds?|looks?|seems?|find|think|prefer|rather|like|want|new|different|other|another|nicer|clearer|shorter|good|nice|please|now|only|just|so|and|but|then|i|we|you|us|let|following|henceforth|from now on|not|do|does|a bit|too|really|very)\b|'s\b|[,:;=.–—→-]+|>/gi;

// Behind these a title begins that only holds a quote.
const DICTATES = /`|\b(?:re-?name|re-?title|re-?label)\b.* (?:to|as|into):? (?!\|)/i;

const WORD = "(?:title|name|label|caption|heading)";
const BETTER = "(?:(?:new|better|different|other|another|nicer|clearer|shorter|proper|good) )*";
const NOW = "(?: (?:from now on|now|henceforth|from here on|in future))?";
const UNQUOTED: RegExp[] = [
  new RegExp(
    `^(?:let|have|make) (?:the )?${WORD} of (?<span>[^,;:]+?) (?:be|become|read|say) (?<title>.+)$`,
    "i",
  ),
  new RegExp(
    `^(?:the )?${BETTER}${WORD} (?:of|for) (?<span>[^,;:]+?)(?: (?:(?:should|must|shall|has to|is to|ought to|needs to|will|can|could) (?:now )?(?:be|become|read|say)|becomes?|is(?: now)?|reads?):?|:| ?=| ?->| ?→) (?<title>.+)$`,
    "i",
  ),
  new RegExp(`^(?:give|assign) (?<span>[^,;:]+?) (?:an? |the )?${BETTER}${WORD}[:,–-]+ (?<title>.+)$`, "i"),
  new RegExp(`^(?<span>[^,;:]+?)[:,–-]+ (?:the )?${BETTER}${WORD}(?: is|:)? (?<title>.+)$`, "i"),
  new RegExp(
    `^(?<span>[^,;:]+?)(?: step)? (?:needs|wants|deserves|should have|should get|gets|could use|has to have) (?:an? |the )?${BETTER}${WORD}(?:[:,–-]+| namely) (?<title>.+)$`,
    "i",
  ),
  new RegExp(
    `^(?<span>[^,;:]+?) (?:(?:is|are|gets?|will be|to be) (?:called|named|titled)) (?<title>.+?)${NOW}$`,
    "i",
  ),
  /^(?:i would )?(?:rather )?(?:have|let|get|see|make) (?<span>[^,;:]+?) (?:be )?(?:called|named|titled|renamed to) (?<title>.+)$/i,
  new RegExp(
    `^(?:use|take|choose|pick) (?:the |an? )?${BETTER}${WORD} (?<title>.+) for (?<span>[^,;:]+)$`,
    "i",
  ),
  /^(?:re-?name|re-?title|re-?label|reword|rephrase) (?<span>(?:(?! (?:to|as|into) )[^,;:])+?)(?:[?!.:,–-]+| as) (?<title>.+?)(?: (?:would|might) be (?:good|better|nice|nicer))?$/i,
  new RegExp(
    `^(?<span>[^,;:]+?)'s ${WORD} (?:should|must|has to|is to)? ?(?:be|become|read|say|to)(?: changed to| set to)?:? (?<title>.+)$`,
    "i",
  ),
];

/** A new title, said in whatever words: they name one step, the title, and nothing else. */
export function readTitleSaid(clause: string, world: World): Reading {
  if (!CUE.test(clause) || isFieldOfStep(clause, world)) return null;
  return quotedTitle(clause, world) ?? unquotedTitle(clause, world);
}

function quotedTitle(clause: string, world: World): Reading {
  const wanted: string[] = [];
  const bare = clause.replace(/"([^"]*)"/g, (_quote, inner: string) => {
    const own = world.plan.steps.find((step) => step.title.toLowerCase() === inner.trim().toLowerCase());
    if (own) return `step ${own.number}`;
    wanted.push(inner);
    return "|";
  });
  const [title, more] = wanted;
  if (title === undefined || more !== undefined || !CUE.test(bare) || DICTATES.test(bare)) return null;
  const parts = bare
    .replace(AROUND, "|")
    .split("|")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const step = oneStep(parts, world);
  return step === null ? null : renamed(step, unquoted(title), world);
}

// The only step that all parts name; null where one of them names none, or another one.
function oneStep(parts: readonly string[], world: World): ListedStep | null {
  const named = (parts.length > 0 ? parts : ["it"]).map((part) => namedWholly(part, world));
  const steps = named.flatMap((reference) => (reference?.type === "steps" ? reference.steps : []));
  const isWhole = named.every((reference) => reference?.type === "steps");
  return isWhole && new Set(steps).size === 1 ? (steps[0] ?? null) : null;
}

function unquotedTitle(clause: string, world: World): Reading {
  for (const pattern of UNQUOTED) {
    const { span, title } = pattern.exec(clause)?.groups ?? {};
    if (span === undefined || title === undefined || /^["“]/.test(title)) continue;
    const named = namedWholly(span, world);
    const [step, other] = named?.type === "steps" ? named.steps : [];
    if (step && !other) return renamed(step, unquoted(title), world);
    if (named?.type === "ambiguous" || (named?.type === "missing" && named.number !== null))
      return askBack(named, world, "should be renamed");
  }
  return null;
}
