const DAYS: [RegExp, string][] = [
  [/\b(?:mondays?|montags?|lunes|lundis?)\b/i, "1"],
  [/\b(?:tuesdays?|dienstags?|martes|mardis?)\b/i, "2"],
  [/\b(?:wednesdays?|mittwochs?|miércoles|mercredis?)\b/i, "3"],
  [/\b(?:thursdays?|donnerstags?|jueves|jeudis?)\b/i, "4"],
  [/\b(?:fridays?|freitags?|viernes|vendredis?)\b/i, "5"],
  [/\b(?:saturdays?|samstags?|sábados?|samedis?)\b/i, "6"],
  [/\b(?:sundays?|sonntags?|domingos?|dimanches?)\b/i, "0"],
];

/** A day of the week in a pattern, in the languages that are read. */
export const DAY =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?";

/** The days that a text names, as cron writes them; "" for none. */
export function dayNumbers(text: string): string {
  return DAYS.filter(([pattern]) => pattern.test(text))
    .map(([, number]) => number)
    .join(",");
}
