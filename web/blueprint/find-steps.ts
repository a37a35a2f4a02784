import type { DrawnStep } from "./drawn-step.ts";

const MOST = 8;

/** The steps that a search means, best first: the one of that number, then titles that hold every word. */
export function findSteps(
  steps: readonly DrawnStep[],
  search: string,
): { found: DrawnStep[]; count: number } {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { found: [], count: 0 };
  const number = /^(?:step\s*)?#?(\d+)$/i.exec(search.trim())?.[1];
  const ranked = steps.flatMap((step) => {
    const title = step.title.toLowerCase();
    if (number !== undefined && step.number === Number(number)) return [{ step, rank: 0 }];
    if (!words.every((word) => title.includes(word))) return [];
    return [{ step, rank: title.startsWith(words[0] ?? "") ? 1 : 2 }];
  });
  ranked.sort((a, b) => a.rank - b.rank || a.step.number - b.step.number);
  return { found: ranked.slice(0, MOST).map(({ step }) => step), count: ranked.length };
}
