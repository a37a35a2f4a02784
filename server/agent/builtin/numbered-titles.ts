import { outsideDictated } from "./dictated.ts";
import { type ListedPlan, nameOf } from "./listed-plan.ts";

const NUMBER_AND_TITLE = /\b(steps? (?:number )?#?|number |#)(\d+) "([^"]+)"/gi;
// Behind these stands a new title.
const NAMES = /\b(?:call|name|title|entitle|re-?name|re-?title|re-?label)\s+(?:the )?$/i;
const TO = /^\s*(?:to|as|into)\b/i;

function isNewTitle(text: string, at: number, length: number): boolean {
  return NAMES.test(text.slice(0, at)) && !TO.test(text.slice(at + length));
}

/** "Step 3 "Send the digest"", as replies name steps: the title behind a number only tells it again. */
export function withoutOwnTitles(text: string, { steps }: ListedPlan): string {
  return text.replace(
    NUMBER_AND_TITLE,
    (all: string, mark: string, number: string, title: string, at: number) => {
      const own = steps[Number(number) - 1]?.title.toLowerCase();
      const isOwn = own === title.trim().toLowerCase() && !isNewTitle(text, at, all.length);
      return isOwn ? `${mark}${number}` : all;
    },
  );
}

/** The question to ask where a number and a title, as "step 2" may be one, mean two steps; null where none does. */
export function contradictionIn(text: string, plan: ListedPlan): string | null {
  const { steps } = plan;
  const twofold = numberOrTitle(text, plan);
  if (twofold !== null) return twofold;
  for (const found of text.matchAll(NUMBER_AND_TITLE)) {
    const [all, , number, words = ""] = found;
    const own = steps[Number(number) - 1];
    const title = words.trim().toLowerCase();
    const other = steps.find((step) => step.title.toLowerCase() === title);
    if (own && other && own.title.toLowerCase() !== title && !isNewTitle(text, found.index, all.length))
      return `Do you mean ${nameOf(own)} or ${nameOf(other)}? The number and the title in your message are those of two steps. Nothing was changed.`;
  }
  return null;
}

const BY_NUMBER = /\bsteps? #?(\d+)(?![\w.]*\d)/gi;

function numberOrTitle(text: string, { steps }: ListedPlan): string | null {
  const called = new Map(
    steps.map((step) => [/^(?:the )?step (?:number )?#?(\d+)$/i.exec(step.title.trim())?.[1] ?? "", step]),
  );
  called.delete("");
  let question: string | null = null;
  outsideDictated(text, (part) => {
    for (const [words, number = ""] of called.size === 0 ? [] : part.matchAll(BY_NUMBER)) {
      const [own, other] = [steps[Number(number) - 1], called.get(number)];
      if (own && other && own !== other)
        question ??= `Do you mean ${nameOf(own)} or ${nameOf(other)}? "${words}" may be either. Say "number ${number}" for the first, or the title in quotes for the other one. Nothing was changed.`;
    }
    return part;
  });
  return question;
}
