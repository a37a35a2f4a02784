import type { ListedStep } from "./listed-plan.ts";
import { ordinal } from "./numerals.ts";
import { found, type Reference, type World } from "./reference.ts";
import { rootOf, wordsIn } from "./words.ts";

const NTH = /^(?:the )?(\w+)(?: of (?:the|these|those))? (?!steps?$|ones?$)(.+)$/i;
const RANGE = /^(?:the )?([^\d]+?) #?(\d+) ?(?:-|–|to|through|until|till|up to) ?#?(\d+)$/i;
const MAX_RANGE = 500;

/** "the second check": which of the steps that the words fit alike; null where the words fit one, or none. */
export function resolveNth(text: string, resolver: (text: string) => Reference): Reference | null {
  const parts = NTH.exec(text);
  const word = (parts?.[1] ?? "").toLowerCase();
  const place = word === "last" ? -1 : ordinal(word);
  if (!parts || place === null) return null;
  const reference = resolver(parts[2] ?? "");
  if (reference.type !== "ambiguous") return null;
  const alike = reference.candidates;
  if (alike.some((step) => wordsIn(step.title).includes(word))) return null;
  const step = place < 0 ? alike.at(-1) : alike[place - 1];
  return step ? found([step]) : { type: "ambiguous", candidates: alike, text };
}

/** "customers 100 to 104": steps whose titles have these words and one of the numbers. */
export function resolveTitleRange(text: string, { plan }: World): Reference | null {
  const [, words = "", from = "", to = ""] = RANGE.exec(text) ?? [];
  if (from === "" || /^(?:from |steps?|numbers?|nos?\.?|both|steps? from)*$/i.test(words.trim())) return null;
  const asked = wordsIn(words).map(rootOf);
  const [low, high] = [Math.min(Number(from), Number(to)), Math.max(Number(from), Number(to))];
  if (asked.length === 0 || high - low >= MAX_RANGE) return null;
  const steps: ListedStep[] = [];
  for (const step of plan.steps) {
    const own = wordsIn(step.title);
    const roots = new Set(own.map(rootOf));
    const isIn = own.some((word) => /^\d+$/.test(word) && Number(word) >= low && Number(word) <= high);
    if (isIn && asked.every((word) => roots.has(word))) steps.push(step);
  }
  return steps.length > 0 ? found(steps) : null;
}
