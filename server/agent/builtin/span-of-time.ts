import { cardinal, NUMBER_WORD } from "./numerals.ts";

/** `60 seconds`, `two hours`: a count and a unit. */
export const SPAN_OF_TIME = `(${NUMBER_WORD}) ?(seconds?|secs?|s|minutes?|mins?|hours?|h|days?|d)`;

const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function secondsIn(count: string | undefined, unit: string | undefined): number | null {
  const number = count === undefined ? null : cardinal(count);
  const seconds = UNITS[(unit ?? "").charAt(0).toLowerCase()];
  return number === null || seconds === undefined ? null : number * seconds;
}
