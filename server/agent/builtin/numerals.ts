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

const UNITS = "one two three four five six seven eight nine".split(" ");
const TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SMALL = `(?:(?:${TENS.join("|")})(?:[- ](?:${UNITS.join("|")}))?|${TEENS.join("|")}|${UNITS.join("|")})`;
const LARGE = new RegExp(
  `\\b(?:(?:a|one|${UNITS.slice(1).join("|")}) hundred(?:(?: and)?[- ]${SMALL})?|(?:${TENS.join("|")})(?:[- ](?:${UNITS.join("|")}))?|sixteen|seventeen|eighteen|nineteen)\\b`,
  "gi",
);

/** Number words from sixteen to nine hundred and ninety-nine as digits: "two hundred and four" is "204". */
export function withDigits(text: string): string {
  return text.replace(LARGE, (words) => {
    const [hundreds, rest] = /hundred/i.test(words) ? words.split(/ hundred(?: and)?[- ]?/i) : ["", words];
    const count = /^a$/i.test(hundreds ?? "") ? 1 : UNITS.indexOf((hundreds ?? "").toLowerCase()) + 1;
    const small = (rest ?? "")
      .toLowerCase()
      .split(/[- ]/)
      .reduce((sum, word) => {
        const tens = TENS.indexOf(word);
        const teens = TEENS.indexOf(word);
        return sum + (tens >= 0 ? (tens + 2) * 10 : teens >= 0 ? teens + 10 : UNITS.indexOf(word) + 1);
      }, 0);
    return String(count * 100 + small);
  });
}
