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

const UNIT_PLACES = "first second third fourth fifth sixth seventh eighth ninth".split(" ");
const TEEN_PLACES =
  "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const TEN_PLACES = TENS.map((ten) => ten.replace(/y$/, "ieth"));
const PLACES = [...UNIT_PLACES, ...TEEN_PLACES, ...TEN_PLACES];
const CARDINAL_OF = new Map(
  PLACES.map((place, index) => [place, [...UNITS, ...TEENS, ...TENS][index] ?? ""]),
);
// "A thirty second timeout" is about time.
const PLACE_NAMES = PLACES.map((place) => (place === "second" ? "second(?= (?:steps?|ones?)\\b)" : place));
const HUNDREDS = `(?:a|one|${UNITS.slice(1).join("|")}) hundred`;
const LARGE_PLACE = new RegExp(
  `\\b(?:((?:${HUNDREDS}(?: and)?[- ])?(?:(?:${TENS.join("|")})[- ])?)(${PLACE_NAMES.join("|")})|((?:${HUNDREDS}|hundred))th)\\b`,
  "gi",
);

// "The two hundred and fifth" is "the 205th"; the places up to the fifteenth stay words.
function withPlaces(text: string): string {
  return text.replace(LARGE_PLACE, (all, lead = "", place = "", hundred = "") => {
    if (hundred !== "") return `${digitsOf(/^hundred/i.test(hundred) ? "one hundred" : hundred)}th`;
    const unit = CARDINAL_OF.get(place.toLowerCase()) ?? "";
    return lead === "" && ordinal(place) !== null ? all : `${digitsOf(`${lead}${unit}`)}th`;
  });
}

/** Number words from sixteen to nine hundred and ninety-nine as digits: "two hundred and four" is "204". */
export function withDigits(text: string): string {
  return digitsOf(withPlaces(text));
}

function digitsOf(text: string): string {
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
