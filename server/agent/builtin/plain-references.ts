import { outsideDictated } from "./dictated.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { cardinal, ordinal } from "./numerals.ts";
import { withQuotesHidden } from "./plain-words.ts";

// The zeros of full-width, Arabic, Persian and Devanagari digits.
const ZEROS = [0xff10, 0x660, 0x6f0, 0x966];
const OTHER_DIGIT = /(?<![Ａ-Ｚａ-ｚ])[０-９٠-٩۰-۹०-९]/gu;

/** The digits of other scripts as those that numbers of steps are read in. */
export function withPlainDigits(message: string): string {
  return withQuotesHidden(message, (text) => text.replace(OTHER_DIGIT, plainDigit));
}

function plainDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((first) => code >= first && code < first + 10) ?? code;
  return String(code - zero);
}

const FOLLOWS =
  "to|as|into|and|or|but|is|are|should|must|can|may|has|have|needs?|gets?|waits?|depends?|runs?|before|after|for|only|if|when|unless|without|in|at|by|with|from|on|too|also|again|please|optional|twice|once|thrice|\\d+";
const FROM_END = new RegExp(
  `\\b(?:the )?(?:very )?(?:(?<nth>second|third|fourth|fifth|2nd|3rd|4th|5th)(?:[- ](?:to|from|before))?[- ](?:the )?last|last but (?<but>one|two|three|four)|(?<next>penultimate|next[- ](?:to|before)[- ](?:the )?last|one before (?:the )?last|last but not least)|(?<third>antepenultimate))(?:(?: (?:step|one))(?![\\w-])|(?=\\s*(?:$|[.,;:!?)'])|\\s(?:${FOLLOWS})\\b))`,
  "gi",
);

/** "The last but one", "the second to last" as the number of the step; the same words in a new title stay. */
export function withPlacesFromEnd(message: string, { steps }: ListedPlan): string {
  return withQuotesHidden(message, (text) => {
    const kept: { words: string; step: string }[] = [];
    const marked = text.replace(FROM_END, (words: string, ...found: unknown[]) => {
      const number = steps.length - behindIn(found.at(-1));
      return number < 1 || /least/i.test(words)
        ? words
        : `⟦${kept.push({ words, step: `step ${number}` }) - 1}⟧`;
    });
    if (kept.length === 0) return text;
    const read = outsideDictated(marked, (part) => withKept(part, (index) => kept[index]?.step ?? ""));
    return withKept(read, (index) => kept[index]?.words ?? "");
  });
}

function withKept(text: string, word: (index: number) => string): string {
  return text.replace(/⟦(\d+)⟧/g, (_all, index: string) => word(Number(index)));
}

function behindIn(groups: unknown): number {
  const { nth, but, third } = groups as { nth?: string; but?: string; third?: string };
  if (nth !== undefined) return (ordinal(nth) ?? 1) - 1;
  if (but !== undefined) return cardinal(but) ?? 1;
  return third === undefined ? 1 : 2;
}

/** "It all" is everything, and no step that was spoken of. */
export function withoutItAll(message: string): string {
  return outsideDictated(message, (part) => part.replace(/\bit all\b(?! (?:over|again)\b)/gi, "everything"));
}
