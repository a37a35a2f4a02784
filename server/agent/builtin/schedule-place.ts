import { readTimezone } from "#server/core/schedule-timezone.ts";
import { timezoneOfPlace } from "#server/core/timezone-places.ts";

/** A text without the place whose clocks it names, which stood `at`; `unclear` is what to ask about it. */
export type Placed = { text: string; at: number; timezone: string | null; unclear: string | null };

const WORD = "[\\p{L}][\\p{L}.'-]*";
const ZONE = "[A-Z][A-Za-z]+(?:/[A-Z][\\w-]+){1,2}";
// Behind a time or a day: what follows on these words is a place, or when it says so by "time".
const BEHIND =
  "(?<=\\d|\\d ?[ap]m|o'clock|noon|midnight|uhr|days?|weekly|daily|hourly|month|tags?|mitternacht|medianoche|minuit|mes|mois|h)";
const IN = new RegExp(
  `${BEHIND},? (?:in|en|à|a|nach) (?:the )?(?<place>${ZONE}|${WORD}(?: ${WORD}){0,2}?)(?<time> time| zeit)?(?=\\s*(?:[.,;:!)]|$)|,? (?:every|each|on|too|as well|instead|please|bitte)(?!\\p{L}))`,
  "iu",
);
const SAID_TIME = new RegExp(
  `${BEHIND}(?: ?uhr)?,? \\(?(?:(?:hora|heure) (?:de |d'))?(?<place>${ZONE}|${WORD}(?: ${WORD}){0,2}?)(?:[- ]?(?<time>time|zeit)|(?<=(?:hora|heure) \\S+))\\)?(?!\\p{L})`,
  "iu",
);
const BARE = new RegExp(`${BEHIND},? \\(?(?<place>${ZONE}|UTC|GMT)(?: time)?\\)?(?![\\p{L}/])`, "u");
const UNITED_STATES = new RegExp(
  `${BEHIND},? (?<place>eastern|central|mountain|pacific|[ECMP]T)(?: time)?(?!\\p{L})`,
  "iu",
);
const NO_PLACE =
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|(?:the )?(?:morning|afternoon|evening|night|summer|winter|spring|autumn|future|week|weekend|local|same|run|plan|day|this|that|it|parallel|order|first|real)\b.*)$/i;

/** Takes out the place that follows on a time: "every weekday at 9 in Berlin", "at 9am New York time". */
export function takePlace(text: string): Placed | null {
  for (const pattern of [BARE, UNITED_STATES, IN, SAID_TIME]) {
    const found = pattern.exec(text);
    const place = found?.groups?.["place"] ?? "";
    // "ET" is a zone, and "et" a word.
    if (!found || NO_PLACE.test(place) || /^[ecmp]t$/.test(place)) continue;
    const isTime = found.groups?.["time"] !== undefined;
    const zone = timezoneOfPlace(isTime ? `${place} time` : place, new Date());
    const rest = `${text.slice(0, found.index)}${text.slice(found.index + found[0].length)}`;
    const without = { text: rest, at: found.index };
    if (zone.type === "zone") return { ...without, timezone: zone.timezone, unclear: null };
    const isNamed = isTime || /^\p{Lu}/u.test(place);
    if (!isNamed) continue;
    if (zone.type === "several")
      return {
        ...without,
        timezone: null,
        unclear: `${place} keeps more than one time. Which city's clocks should it go by?`,
      };
    const exact = place.includes("/") ? readTimezone(place) : null;
    if (exact !== null && !exact.ok) return { ...without, timezone: null, unclear: exact.error };
    const near = zone.near === null ? "" : ` Did you mean ${zone.near}?`;
    return {
      ...without,
      timezone: null,
      unclear: `I do not know the time zone of "${place}".${near} Which larger city keeps the same time, or which zone such as Europe/Berlin is it?`,
    };
  }
  return null;
}
