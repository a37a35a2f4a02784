import { outsideDictated } from "./dictated.ts";
import { inEnglish } from "./language.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { withDigits } from "./numerals.ts";
import { withoutOwnTitles } from "./numbered-titles.ts";
import { plainWords } from "./plain-words.ts";
import { withoutEcho } from "./quoted-orders.ts";
import { detached } from "./read-remove.ts";

/** A message in English, in plain words and with one order a sentence. */
export function plainOrder(message: string, plan: ListedPlan): string {
  return outsideDictated(
    oneOrder(withoutOwnTitles(withoutTitles(plainWords(inEnglish(message, plan)), plan), plan)),
    withDigits,
  );
}

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

// "Add a step after 3. It should check for doubles" is one order in two sentences.
function oneOrder(message: string): string {
  return detached(withoutEcho(message))
    .replace(
      /^((?:please )?(?:add|insert|put in|create) (?:a |another |one more )?(?:new )?step\b[^.:;]*?)[.;:,]\s+(?:it|this step|that step|this one) (?:should|must|has to|needs to|shall|will|would) (?=\w)/i,
      "$1 that should ",
    )
    .replace(EXCEPTED, "$1 except $2")
    .replace(ANOTHER_ONE, "$1$2 $1$3");
}
