import type { ListedPlan, ListedStep } from "./listed-plan.ts";
import { matchTitles } from "./match-title.ts";
import { ordinal } from "./numerals.ts";
import type { World } from "./reference.ts";
import { isStopWord, wordsIn } from "./words.ts";

const ASKING_WORDS = new Set(
  `why what how which when where needed need necessary really wait waits waiting depend depends depending come comes happen happens
  explain describe tell step steps if fails fail fail would faster ran run running parallel same time anything something
  before after else change could dropped drop removed remove skip skipped there gets make made long many plan yet
  everything anyone times retried retry retries tried often use used uses show means mean between start starts starting`.split(
    /\s+/,
  ),
);

/** The steps that a question speaks of, in the order in which they are named. */
export function mentioned(text: string, world: World): ListedStep[] {
  const { steps } = world.plan;
  const named: { at: number; step: ListedStep }[] = [];
  const note = (at: number, number: number) => {
    const step = steps[number - 1];
    if (step && !named.some((item) => item.step === step)) named.push({ at, step });
  };
  for (const found of text.matchAll(/(?<![\w.:])(?:steps?\s+|#|s)?(\d{1,3})(?![\w.:%]*\d|%|°)/gi))
    note(found.index, Number(found[1]));
  for (const found of text.matchAll(/\b(last|final|\w+)\s+(?:step|one)\b/gi)) {
    const word = found[1]?.toLowerCase() ?? "";
    const place = word === "last" || word === "final" ? steps.length : ordinal(word);
    if (place !== null) note(found.index, place);
  }
  if (named.length === 0 && /\bit\b|\bthat (?:one|step)\b/i.test(text) && world.focus.length > 0)
    return world.focus;
  if (named.length < 2)
    for (const item of titlesIn(text, world))
      if (!named.some((other) => other.step === item.step)) named.push(item);
  return named.sort((a, b) => a.at - b.at).map((item) => item.step);
}

// Each run of words between the words of asking may name one step.
function titlesIn(text: string, { plan }: World): { at: number; step: ListedStep }[] {
  const runs: { at: number; words: string[] }[] = [];
  for (const found of text.toLowerCase().matchAll(/[\p{L}\p{N}'’-]+/gu)) {
    const word = found[0];
    const last = runs.at(-1);
    if (ASKING_WORDS.has(word) || isPause(word)) runs.push({ at: found.index + word.length, words: [] });
    else if (!last) runs.push({ at: found.index, words: [word] });
    else {
      if (last.words.length === 0) last.at = found.index;
      last.words.push(word);
    }
  }
  return runs.flatMap(({ at, words }) => {
    // A number alone is that of a step, and no title that has it.
    if (words.every((word) => isStopWord(word) || /^\d+$/.test(word))) return [];
    const [best, second] = matchTitles(words.join(" "), plan.steps);
    return best && best.score > 0.5 && (!second || second.score < best.score - 0.02)
      ? [{ at, step: best.step }]
      : [];
  });
}

function isPause(word: string): boolean {
  return (
    ["for", "on", "does", "do", "is", "are", "and", "or", "in", "did"].includes(word) ||
    wordsIn(word).length === 0
  );
}

/** The shortest chain from a step to one that it waits for, both included; null when it does not. */
export function ways(from: ListedStep, to: ListedStep, plan: ListedPlan): ListedStep[] | null {
  const cameFrom = new Map<ListedStep, ListedStep | null>([[from, null]]);
  const queue = [from];
  for (const step of queue) {
    if (step === to) {
      const way: ListedStep[] = [];
      for (let at: ListedStep | null | undefined = to; at; at = cameFrom.get(at)) way.unshift(at);
      return way;
    }
    for (const next of step.dependsOn.flatMap((number) => plan.steps[number - 1] ?? [])) {
      if (!cameFrom.has(next)) {
        cameFrom.set(next, step);
        queue.push(next);
      }
    }
  }
  return null;
}
