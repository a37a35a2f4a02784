import { MAX_STEPS } from "#server/core/plan.ts";
import {
  CHANGED,
  DENIED,
  REMOVED,
  SAVED,
  SAVED_BY_PLANNER,
  STARTED,
  STARTED_BY_PLANNER,
} from "./claim-words.ts";

// Claims stand in short sentences near each other; what goes on longer is material, not a report.
const MAX_TEXT = 20_000;
const MAX_SENTENCE = 400;

const CONDITION =
  /(?<![\p{L}])(?:if|when|whenever|once|unless|until|whether|suppose|assuming|wenn|falls|sobald|ob|bevor|si|cuando|hasta|quand|lorsque|dès|quando|если|когда|пока|zodra|indien|wanneer|jeśli|jeżeli|kiedy|gdy)(?![\p{L}])|如果|要是|もし|場合|たら/iu;
const NEGATION =
  /(?<![\p{L}])(?:not|nothing|none|no|never|neither|nor|cannot|nicht|nichts|kein\p{L}*|nie|nada|ningún|ninguna|nunca|pas|rien|aucune?|jamais|non|niente|nessun\p{L}*|não|не|ничего|никогда|niet|niets|geen|nooit|nie|nic|nigdy)(?![\p{L}])|n['’]t(?![\p{L}])|没|未|ません|ない/iu;
/** Right before a claim these make none of it: verbs that say what may be, words that describe a thing. */
const NOT_SAID =
  /(?<![\p{L}])(?:would|could|should|might|may|must|shall|will|to|can|can['’]t|won['’]t|['’]ll|(?<=\S\s+)that|which|who|what|where|dass?|die|der|qui|que|che|cui)\s+(?:also\s+|then\s+|now\s+)?$/iu;
/** A step that became another one may count as removed or as changed. */
const PUT_IN_PLACE = /(?<!\p{L})(?:replac|split|merg|instead|ersetz|aufgeteilt|zusammen)/iu;
/** In front of "is done" it tells when something else happens: "step 2 runs after step 1 is done". */
const WHEN = /(?<!\p{L})(?:after|before|as\s+soon\s+as|as\s+long\s+as|while|till)\s+(?:[^\s,;:]+\s+){1,6}$/iu;
/** What follows on what the person is asked to do has not happened yet: "confirm the card and it is scheduled". */
const ASKED = /^(?:please\s+)?(?:confirm|approve|press|click|say|send|tell|choose)\s.*(?:\sand|,)\s+$/iu;
/** What a step or a person does is no deed of the planner. */
const BY_OTHERS = /^\s+(?:by|durch|von|par|por|da|dal)\s+(?!me(?!\p{L})|mich|mir|moi|mí)\p{L}/iu;
/** Right behind a claim these deny it: "I changed nothing", "I removed no step". */
const OF_NOTHING =
  /^(?:\s+(?:in|of|from|at)\s+(?:the|your|this)\s+\p{L}+)?\s+(?:nothing|none|neither|no|nichts|kein\p{L}*|nada|ningún|ninguna|rien|aucune?|niente|nessun\p{L}*|ничего|niets|geen|nic)(?!\p{L})/iu;
const NO_MORE =
  /no\s+longer|nicht\s+mehr|ya\s+no|non\s+esist\p{L}*\s+più|больше\s+не|(?:\p{L}n['’]t|not)\s+(?:[\p{L}\d]+\s+){0,8}?any\s?(?:more|longer)/giu;
const PAST =
  /(?:changed|moved\s+on)\s+since\s+(?:you|then|that)(?!\p{L})(?!\s+(?:asked|wanted|said\s+so))|(?<![\p{L}])(?:earlier(?=\s+(?:in|on|today|this)(?!\p{L})|\s*[.,;]|$)|previous(?:ly)?|yesterday|ago|originally|vorhin|früher|gestern|antes|ayer|auparavant|hier)(?![\p{L}])/iu;
/** Signs in front of a line that are no words of it: "✅ Removed". */
const MARKS = /^[ \t]*(?:[-•][ \t]+)?(?:[\p{Extended_Pictographic}✓]\ufe0f?[ \t]*)+/gmu;
/** Signs anywhere else end a sentence: "Done ✅ Step 3 is out". */
const SIGNS = /(?![©®™])[\p{Extended_Pictographic}✓]\ufe0f?/gu;
const REVISION = /\b(?:revision|r)\s?(\d{1,6})\b/gi;
const ELSE =
  /(?<![\p{L}])(?:else|other|others|rest|otherwise|sonst|andere\p{L}*|übrig\p{L}*|más|otr[oa]s?|demás|resto|autres?|reste)(?![\p{L}])/iu;

/** Whether a reply says that the plan was changed. `revision` is the plan's before: what earlier ones did is no claim. */
export function claimsChange(text: string, revision = 0): boolean {
  return sentencesOf(text).some(
    (sentence) => !isOfTheRecord(sentence, revision) && claims(CHANGED, sentence),
  );
}

/** The numbers of the steps that a reply says were removed, where it lists them. */
export function removedNumbers(text: string, revision: number): number[] {
  const told = sentencesOf(text).filter(
    (sentence) => !isOfTheRecord(sentence, revision) && !PUT_IN_PLACE.test(sentence),
  );
  const lists = told.flatMap((sentence) =>
    REMOVED.map((pattern) => claimOf(pattern, sentence)?.groups?.["steps"] ?? ""),
  );
  return [...new Set(lists.flatMap(numbersIn))];
}

/** The numbers of `2, 4 and 6–8`. */
function numbersIn(list: string): number[] {
  return [...list.matchAll(/(\d+)(?:\s*(?:[-–—]|to|through|bis)\s*(\d+))?/g)].flatMap(
    ([, from, to = from]) => {
      const [first, last] = [Number(from), Number(to)];
      return Array.from(
        { length: Math.min(Math.max(last - first, 0), MAX_STEPS) + 1 },
        (_, index) => first + index,
      );
    },
  );
}

/** Whether a reply says that the plan was saved; of one that is saved only what the planner says of itself. */
export function claimsSaving(text: string, revision: number, isSaved: boolean): boolean {
  const patterns = isSaved ? SAVED_BY_PLANNER : [...SAVED_BY_PLANNER, ...SAVED];
  return sentencesOf(text).some(
    (sentence) => !isOfTheRecord(sentence, revision) && claims(patterns, sentence),
  );
}

/** Whether a reply says that something runs or is scheduled; with runs on record only what the planner says of itself. */
export function claimsStart(text: string, hasRuns: boolean): boolean {
  const patterns = hasRuns ? STARTED_BY_PLANNER : [...STARTED_BY_PLANNER, ...STARTED];
  return sentencesOf(text).some((sentence) => !PAST.test(sentence) && claims(patterns, sentence));
}

/** Whether a reply says that the plan is as it was. What else stayed is no denial. */
export function deniesChange(text: string): boolean {
  return sentencesOf(text).some(
    (sentence) =>
      !ELSE.test(sentence) &&
      !CONDITION.test(sentence) &&
      !isQuestion(sentence) &&
      DENIED.some((pattern) => pattern.test(sentence)),
  );
}

function claims(patterns: readonly RegExp[], sentence: string): boolean {
  return patterns.some((pattern) => claimOf(pattern, sentence) !== null);
}

/** What of a sentence the pattern finds, when the sentence says it as a fact. */
function claimOf(pattern: RegExp, sentence: string): RegExpExecArray | null {
  const found = pattern.exec(sentence);
  if (found === null || isQuestion(sentence)) return null;
  const before = sentence.slice(0, found.index);
  if (CONDITION.test(before) || NOT_SAID.test(before) || ASKED.test(before)) return null;
  if (/^(?:is|are)\s/i.test(found[0]) && WHEN.test(before)) return null;
  const behind = sentence.slice(found.index + found[0].length);
  if (BY_OTHERS.test(behind) || OF_NOTHING.test(behind)) return null;
  // A "no" in front of the comma belongs to something else: "no problem, I removed it".
  const clause = `${before.split(/[,;:–—]|\b(?:but|aber|pero|mais|ma|mas)\b/iu).at(-1)}${found[0]}`;
  return NEGATION.test(clause.replace(NO_MORE, "")) ? null : found;
}

function isQuestion(sentence: string): boolean {
  return /[?？]["”)\s]*$/.test(sentence);
}

/** Whether a sentence tells of an earlier time or revision. */
function isOfTheRecord(sentence: string, revision: number): boolean {
  if (PAST.test(sentence)) return true;
  return [...sentence.matchAll(REVISION)].some(([, named]) => Number(named) <= revision);
}

/** Sentences without what stands in quotes or code: titles and quoted words are not claims. */
function sentencesOf(text: string): string[] {
  return text
    .slice(0, MAX_TEXT)
    .replace(/```[^`]*(?:```|$)|^>.*$/gm, "")
    .replace(/"[^"\n]*"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|「[^」\n]*」|`[^`\n]*`/g, "…")
    .replace(/[*_~#]+/g, "")
    .replace(MARKS, "")
    .replace(SIGNS, "\n")
    .split(/(?<=[.!?。！？])(?=\s|[^\x00-\x7f]|$)\s*|\n+/u)
    .map((sentence) => sentence.trim().slice(0, MAX_SENTENCE))
    .filter((sentence) => sentence !== "");
}
