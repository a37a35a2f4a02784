import { outsideDictated } from "./dictated.ts";
import type { ListedPlan } from "./listed-plan.ts";
import { ORDERS } from "./masked-mentions.ts";
import { wordsIn } from "./words.ts";

// Words of a title that would be read as part of the sentence around it.
const READ_ALONG =
  /\b(?:not|never|no|nothing|nobody|\w+n['’]t|and|or|but|nor|before|after|if|when|unless|until|once|while|then|except|without|only|instead|ask|approval|everything|all)\b/i;

/** Titles with such words in them, where a message has them word by word, as the number of the step. */
export function withTitlesAsWritten(message: string, { steps }: ListedPlan): string {
  const titles = steps.filter(({ title }) => READ_ALONG.test(title) && wordsIn(title).length > 1);
  const known = titles.filter(
    ({ title }) => steps.filter((other) => lowered(other.title) === lowered(title)).length === 1,
  );
  if (known.length === 0) return message;
  const longestFirst = known.toSorted((a, b) => b.title.length - a.title.length);
  const numbered = (text: string) =>
    longestFirst.reduce((said, { title, number }) => withNumber(said, title, number), text);
  // What is quoted is named by its quotes.
  return outsideDictated(message, (part) =>
    part
      .split(/([“„«‹「『][^”“»›」』]*[”“»›」』])/)
      .map((text, at) => (at % 2 === 1 ? text : numbered(text)))
      .join(""),
  );
}

function withNumber(text: string, title: string, number: number): string {
  const words = title
    .trim()
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replace(/['’‘]/g, "['’‘]")
    .replace(/\s+/g, "\\s+");
  const isOrder = ORDERS.has(wordsIn(title)[0] ?? "");
  return text.replace(new RegExp(`(?<![\\w'’])(?:the )?${words}(?![\\w'’])`, "gi"), (all, at: number) => {
    // "Ask me before mailing" at the beginning is the order itself.
    const isFirst = /^\W*(?:(?:please|ok|and|then|also)\W+)*$/i.test(text.slice(0, at));
    return isFirst && isOrder ? all : `step ${number}`;
  });
}

function lowered(title: string): string {
  return title.trim().toLowerCase();
}
