import type { Plan, Step } from "#server/core/plan.ts";
import { stepsInWords } from "./steps-in-words.ts";

const MAX_MEANT_CHARACTERS = 8_000;
const MIN_WORD_LENGTH = 4;
/** Words that a message shares with a title which it most likely means. */
const MIN_ALIKE = 2;

/**
 * Exact JSON, a step a line, of what the list does not show: of the steps that a message names, and in
 * `room` characters of those of the last turn, of those that share words with it, and of the others. `left`
 * are the numbers of the steps that have no room.
 */
export function stepJsonLines(
  plan: Plan,
  { words, lastTurn, room }: { words: string; lastTurn: string; room: number },
): { lines: string[]; left: number[] } {
  const [now, before] = [stepsInWords(plan, words), stepsInWords(plan, lastTurn)];
  const spoken = new Set(wordsOf(words));
  const likeness = (step: Step) => wordsOf(step.title).filter((word) => spoken.has(word)).length;
  const ranked = plan.steps
    .map((step, index) => ({ step, index, rank: rankOf(step) }))
    .sort((a, b) => b.rank - a.rank || a.index - b.index);

  const shown = new Map<number, string>();
  const left: number[] = [];
  let characters = 0;
  for (const { step, index, rank } of ranked) {
    const line = hiddenJson(step, index + 1);
    if (line === null) continue;
    const limit = rank === NAMED ? MAX_MEANT_CHARACTERS : room;
    if (characters + line.length > limit) {
      left.push(index + 1);
      continue;
    }
    shown.set(index, line);
    characters += line.length;
  }
  return {
    lines: [...shown].sort(([a], [b]) => a - b).map(([, line]) => line),
    left: left.sort((a, b) => a - b),
  };

  function rankOf(step: Step): number {
    if (now.named.has(step)) return NAMED;
    const alike = likeness(step);
    if (alike >= MIN_ALIKE && 2 * alike >= wordsOf(step.title).length) return NAMED;
    if (now.held.has(step)) return (3 * NAMED) / 4;
    if (before.named.has(step)) return NAMED / 2;
    return alike + (hasHiddenSettings(step) ? 0.5 : 0);
  }
}

const NAMED = 1_000;
// A list line has these, and of an approval all but its reason.
const LISTED = new Set([
  ...["id", "title", "kind", "dependsOn", "if", "maxAttempts", "onError", "usesRunInput", "tool", "agent"],
  ...["verifies", "timeoutSeconds", "wait"],
]);

/** `3. {"instructions":…}`; null where the list says it all. */
function hiddenJson(step: Step, number: number): string | null {
  const hidden = Object.entries(step).filter(([name, value]) => {
    if (LISTED.has(name) || value === "") return false;
    if (name === "instructions") return value !== step.title && value !== `${step.title}.`;
    return name !== "approval" || step.approval?.reason !== undefined;
  });
  if (hidden.length === 0) return null;
  return `${number}. ${JSON.stringify(Object.fromEntries(hidden)).replaceAll("<", "\\u003c")}`;
}

/** The words of a text that may tell what it is about. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD_LENGTH);
}

function hasHiddenSettings({ input, outputSchema, check, precondition }: Step): boolean {
  return [input, outputSchema, check, precondition].some((setting) => setting !== undefined);
}
