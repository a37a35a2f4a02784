import { withApprovalExcepted } from "./approval-excepted.ts";
import { outsideDictated } from "./dictated.ts";
import { withFailureChained } from "./failure-chained.ts";
import { inEnglish } from "./language.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { plainNewWork } from "./new-work.ts";
import { withNoLonger } from "./no-longer.ts";
import { withDigits } from "./numerals.ts";
import { withNumbersForTitles } from "./named-steps.ts";
import { withoutOwnTitles } from "./numbered-titles.ts";
import { withPlacesNamed } from "./places-in-list.ts";
import { withoutItAll, withPlacesFromEnd, withPlainDigits } from "./plain-references.ts";
import { plainWords } from "./plain-words.ts";
import { withoutEcho } from "./quoted-orders.ts";
import { withDoubleQuotes, withStepsListed } from "./quoted-titles.ts";
import { detached } from "./read-remove.ts";
import { withStages } from "./stages.ts";
import { withTitlesAsWritten } from "./titles-as-written.ts";
import { withNumberedTitles } from "./titles-with-numbers.ts";

/** A message in English, in plain words and with one order a sentence. */
export function plainOrder(message: string, plan: ListedPlan): string {
  return outsideDictated(
    oneOrder(
      withoutOwnTitles(
        withoutTitles(withStepsNumbered(inEnglish(asWritten(message, plan), plan), plan), plan),
        plan,
      ),
    ),
    (part) => withPlacesNamed(withDigits(part)).replace(NUMBER_MARK, "number "),
  )
    .replace(LED_BY, "")
    .replace(QUOTED_NUMBER, "$1$2")
    .replace(ASKED_FOR, "");
}

// Digits of any script, new titles in quotes of one kind, and titles whose words would be read as an order.
function asWritten(message: string, plan: ListedPlan): string {
  return withTitlesAsWritten(withStepsListed(withDoubleQuotes(withPlainDigits(message))), plan);
}

// Steps that are named by a title with a number in it, or by their place from the end.
function withStepsNumbered(text: string, plan: ListedPlan): string {
  return withNumberedTitles(withPlacesFromEnd(withoutItAll(plainWords(text)), plan), plan);
}

/** The same, with steps that are named by their quoted title named by number. */
export function numberedOrder(message: string, plan: ListedPlan): string {
  return withNumbersForTitles(plainOrder(message, plan), plan);
}

// "…, ok?" asks for consent, not for an answer.
const ASKED_FOR =
  /(?<=\S \S.*)[,\s]+(?:ok(?:ay)?|alright|all right|please|pls|yeah|yes|deal|cool|right)\s*\?+$/i;

// "nr 6", "no. 5".
const NUMBER_MARK = /\b(?:nrs?|num)\.?\s*#?(?=\d)|\bnos?\.\s*#?(?=\d)/gi;

// `Set the timeout of step 3 to "30 seconds"`: a number needs no quotes.
const QUOTED_NUMBER =
  /(\b(?:time ?out|time limit|wait|retries|attempts|budget)\b[^"`.;]*?\b(?:to|of|at|be|is)\s+)["`](\d+(?: ?[a-z]+)?)["`]/gi;

// Words that only lead to what is said.
const LED_BY = /^(?:(?:ok(?:ay)?|one more thing|alright|well|right)\s*[,:!–-]+\s*)+(?=\S+ \S)/i;

// "Step 3 (Send the digest)": the title behind a number only tells it again.
function withoutTitles(text: string, plan: ListedPlan): string {
  return text.replace(/(\d|\b(?:step|one)) \(([^()]+)\)/gi, (all, named: string, inner: string) => {
    const own = inner
      .trim()
      .replace(/^["“]|["”]$/g, "")
      .toLowerCase();
    return plan.steps.some((step) => step.title.toLowerCase() === own) ? named : all;
  });
}

const EXCEPTED =
  /^((?:please )?(?:remove|delete|drop|scrap|get rid of) (?:all |the |every )?[^,;.]*?s),? but (?:please )?(?:keep|leave|not) ((?!the (?:rest|others))[^,;.]+?)(?: in)?[.!]?$/i;

// "Remove the approval from 5, then add one to 6": one of what was spoken of.
const ANOTHER_ONE =
  /\b(approval|condition|dependency|timeout|time limit)(\b[^.;]*?\b(?:add|put|set|give|require)) (?:one|it)( (?:to|on|for|before|from)\b)/i;

// "List 3 after 5; same dependencies as before" is one order in two sentences.
const LINKS_KEPT =
  /[;.]\s+(?=(?:with |keep(?:ing)? |leave |but )*(?:the |all |its )*(?:same )?(?:dependenc(?:y|ies)|links?)(?: (?:as before|as now|as (?:they|it) (?:are|is)|stays?|remains?|unchanged|untouched)\b.*)?[.!]?$)/i;

// "Add a step after 3. It should check for doubles" is one order in two sentences.
function oneOrder(message: string): string {
  return plainNewWork(
    detached(withoutEcho(withNoLonger(withApprovalExcepted(withStages(withFailureChained(message)))))),
  )
    .replace(LINKS_KEPT, ", ")
    .replace(
      /^((?:please )?(?:add|insert|put in|create) (?:a |another |one more )?(?:new )?step\b[^.:;]*?)[.;:,]\s+(?:it|this step|that step|this one) (?:should|must|has to|needs to|shall|will|would) (?=\w)/i,
      "$1 that should ",
    )
    .replace(EXCEPTED, "$1 except $2")
    .replace(ANOTHER_ONE, "$1$2 $1$3");
}
