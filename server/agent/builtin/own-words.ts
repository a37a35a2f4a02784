import type { ToolCall } from "./understanding.ts";

/** Whether no number that was put in for a description stands in a text that the calls write into the plan. */
export function holdsOwnWords(calls: readonly ToolCall[], numbered: string, told: string): boolean {
  const texts = JSON.stringify(calls.map(({ input }) => input["edits"] ?? null));
  const marks = [...numbered.matchAll(/\bstep \d+\b/gi)].map((found) => found[0]);
  return marks.every((mark) => count(mark, numbered) === count(mark, told) || count(mark, texts) === 0);
}

/** Whether calls set a condition: what that is about stays in the person's words. */
export function setsCondition(calls: readonly ToolCall[] = []): boolean {
  return JSON.stringify(calls).includes('"field":"if"');
}

function count(mark: string, text: string): number {
  return text.match(new RegExp(`\\b${mark}\\b`, "gi"))?.length ?? 0;
}
