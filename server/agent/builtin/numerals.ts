const CARDINALS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen".split(" ");
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth".split(
    " ",
  );

export const NUMBER_WORD = `(?:\\d+|${CARDINALS.slice(1).join("|")})`;

/** "3", "three": a counting number, or null. */
export function cardinal(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (/^\d{1,6}$/.test(word)) return Number(word);
  const index = CARDINALS.indexOf(word);
  return index > 0 ? index : null;
}

/** "3rd", "third": a place, or null. */
export function ordinal(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (/^\d{1,6}(?:st|nd|rd|th)$/.test(word)) return Number.parseInt(word, 10);
  const index = ORDINALS.indexOf(word);
  return index > 0 ? index : null;
}

/** How often: "twice", "3 times", "two more times"; null when the text names no count. */
export function timesIn(text: string): number | null {
  if (/\bonce\b/i.test(text)) return 1;
  if (/\btwice\b/i.test(text)) return 2;
  if (/\bthrice\b/i.test(text)) return 3;
  const found = new RegExp(`\\b(${NUMBER_WORD})\\b`, "i").exec(text)?.[1];
  return found === undefined ? null : cardinal(found);
}
