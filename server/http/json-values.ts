import { shortened } from "#server/core/characters.ts";
import type { Json } from "#server/core/json.ts";

/** How many values a JSON text may hold, items and fields at every level: each costs far more than its length. */
export const MAX_VALUES = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = [0x5b, 0x7b];
const CLOSE = [0x5d, 0x7d];
// Between two texts, which it takes whole, a number begins wherever this matches.
const NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** In words that a JSON text has more values than are taken, without reading it; null when it has not. */
export function tooManyValues(text: string): string | null {
  let count = 1;
  let isInText = false;
  let hasJustOpened = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isInText) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) isInText = false;
      continue;
    }
    // JSON has no other space than these, all below "!".
    if (code <= 0x20) continue;
    if (code === COMMA || (hasJustOpened && !CLOSE.includes(code))) count += 1;
    hasJustOpened = OPEN.includes(code);
    isInText = code === QUOTE;
    if (count > MAX_VALUES) {
      return `more than ${MAX_VALUES.toLocaleString("en")} values, items of lists and fields counted. Send less at once, or long lists as one text.`;
    }
  }
  return null;
}

/** In words that a JSON text states a number that nothing can hold; null when `value`, read from it, has none. */
export function endlessNumber(value: Json, text: string): string | null {
  if (!hasEndless(value)) return null;
  const tokens = text.match(NUMBER) ?? [];
  const number = tokens.find((token) => !token.startsWith('"') && !Number.isFinite(Number(token))) ?? "";
  return `The number "${shortened(number)}" is too large to be kept. Write it in quotes, as a text.`;
}

function hasEndless(value: Json): boolean {
  const left = [value];
  for (let item = left.pop(); item !== undefined; item = left.pop()) {
    if (typeof item === "number" && !Number.isFinite(item)) return true;
    if (typeof item !== "object" || item === null) continue;
    for (const one of Object.values(item)) left.push(one);
  }
  return false;
}
