import type { DrawnStep } from "./drawn-step.ts";

const MOST = 8;
// Letters that are no letter with a mark, and what people type for them.
const OTHER_LETTERS: Record<string, string> = { ß: "ss", ø: "o", ł: "l", đ: "d", æ: "ae", œ: "oe", ı: "i" };

/**
 * The steps that a search means, best first: the one of that number, then those whose title, id and
 * tool hold every word. Letter case and accents do not count.
 */
export function findSteps(
  steps: readonly DrawnStep[],
  search: string,
): { found: DrawnStep[]; count: number } {
  const words = folded(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { found: [], count: 0 };
  const number = /^(?:step\s*)?#?(\d+)$/i.exec(search.trim())?.[1];
  const ranked = steps.flatMap((step) => {
    if (number !== undefined && step.number === Number(number)) return [{ step, rank: 0 }];
    const title = folded(step.title);
    const all = `${title} ${folded(step.stepId)} ${folded(step.detail)}`;
    if (!words.every((word) => all.includes(word))) return [];
    if (title.startsWith(words[0] ?? "")) return [{ step, rank: 1 }];
    return [{ step, rank: words.every((word) => title.includes(word)) ? 2 : 3 }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.step.number - b.step.number);
  return { found: ranked.slice(0, MOST).map(({ step }) => step), count: ranked.length };
}

function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßøłđæœı]/gu, (letter) => OTHER_LETTERS[letter] ?? letter);
}
