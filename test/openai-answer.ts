/** One piece of what the model says. */
export type AnswerPart =
  | { type: "text"; text: string }
  | { type: "refusal"; text: string }
  | { type: "tool-call"; id: string; name: string; arguments: string };

/**
 * What the model answers, before it is put into one of the wire formats.
 * - `length` and `content-filter`: the provider ended the answer early and says so.
 * - `cut-off`: the connection ends cleanly in the middle. `reset`: it breaks. `stall`: it stays open, silent.
 */
export type Answer = {
  parts: readonly AnswerPart[];
  ending: "complete" | "length" | "content-filter" | "cut-off" | "reset" | "stall";
};

export const SIMULATED_USAGE = { input: 12, cached: 4, output: 7, reasoning: 2 };

export const SIMULATED_MODEL = "sim-model";

export function isUnfinished({ ending }: Answer): boolean {
  return ending === "cut-off" || ending === "reset" || ending === "stall";
}

/** The text in pieces that end at a space, as a provider streams words. */
export function wordsOf(text: string): string[] {
  return text.split(/(?<= )/);
}

export function piecesOf(text: string): string[] {
  return text.match(/.{1,12}/gsu) ?? [];
}
