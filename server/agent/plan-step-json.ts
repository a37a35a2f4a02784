import type { Plan, Step } from "#server/core/plan.ts";

const MAX_JSON_CHARACTERS = 24_000;
const MIN_WORD_LENGTH = 4;

/**
 * Exact JSON, a step a line, of the steps that the words may mean and of those whose settings the
 * list does not show whole. What the words may mean comes first when not all has room.
 */
export function stepJsonLines(plan: Plan, words: string): string[] {
  const isMeant = meaningOf(words);
  const named = plan.steps.filter((step, index) => isMeant(step, index + 1));
  const ids = new Set(named.map((step) => step.id));
  const meant = plan.steps.filter((step) => ids.has(step.id));
  const others = plan.steps.filter((step) => hasHiddenSettings(step) && !meant.includes(step));

  const lines = new Map<Step, string>();
  let characters = 0;
  for (const step of [...meant, ...others]) {
    const line = JSON.stringify(step).replaceAll("<", "\\u003c");
    if (characters + line.length > MAX_JSON_CHARACTERS) continue;
    lines.set(step, line);
    characters += line.length;
  }
  return plan.steps.flatMap((step) => lines.get(step) ?? []);
}

function meaningOf(words: string): (step: Step, number: number) => boolean {
  const numbers = new Set([...words.matchAll(/\d+/g)].map((match) => Number(match[0])));
  const spoken = new Set(wordsOf(words));
  return (step, number) =>
    numbers.has(number) ||
    words.includes(step.id) ||
    (step.title !== "" && words.includes(step.title)) ||
    wordsOf(step.title).some((word) => spoken.has(word));
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= MIN_WORD_LENGTH);
}

function hasHiddenSettings(step: Step): boolean {
  const { input, outputSchema, check, wait, precondition, timeoutSeconds, approval } = step;
  const isPlain = approval === undefined || Object.keys(approval).length === 0;
  const settings = [input, outputSchema, check, wait, precondition, timeoutSeconds];
  return !isPlain || settings.some((setting) => setting !== undefined);
}
