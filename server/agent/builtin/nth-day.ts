import { TIME, timeIn } from "./time-of-day.ts";
import { DAY, dayNumbers } from "./weekdays.ts";

type NthDay = { cron: string | null; words: string; start: number; isTimed: boolean; unclear: string | null };

const FIRST = "first|1st|erste[nrms]?|primer|premier";
const SECOND = "second|2nd|zweite[nrms]?|segundo|deuxième";
const THIRD = "third|3rd|dritte[nrms]?|tercer|troisième";
const FOURTH = "fourth|4th|vierte[nrms]?|cuarto|quatrième";
const LAST = "last|letzte[nrms]?|último|dernier";
const PLACES: [RegExp, string][] = [
  [new RegExp(`^(?:${FIRST})$`, "iu"), "#1"],
  [new RegExp(`^(?:${SECOND})$`, "iu"), "#2"],
  [new RegExp(`^(?:${THIRD})$`, "iu"), "#3"],
  [new RegExp(`^(?:${FOURTH})$`, "iu"), "#4"],
  [new RegExp(`^(?:${LAST})$`, "iu"), "L"],
];
const EVERY = "every|each|on every|jeden|cada|chaque|tous les|todos los";
const OF_MONTH =
  " (?:of|in) (?:the|each|every|a) month| (?:im|in jedem|jeden|eines jeden|des|jedes) monats?| (?:de|del) (?:cada )?mes| (?:de chaque|du) mois";
const NTH_DAY = new RegExp(
  `(?<!\\p{L})(?:(${EVERY}|on the|the|am|el|le) )?(${FIRST}|${SECOND}|${THIRD}|${FOURTH}|${LAST}) (${DAY})(?!\\p{L})(${OF_MONTH})?(${TIME}?)(${OF_MONTH})?`,
  "iu",
);

/** "Every first Monday of the month at 10". "Every second Monday" may be every other week, and is asked about. */
export function nthDayIn(text: string): NthDay | null {
  const found = NTH_DAY.exec(text);
  if (!found) return null;
  const [words, lead = "", nth = "", day = "", month, told = "", monthBehind] = found;
  const isOfMonth = month !== undefined || monthBehind !== undefined;
  const isEvery = new RegExp(`^(?:${EVERY})$`, "iu").test(lead);
  if (!isOfMonth && !isEvery) return null;
  const suffix = PLACES.find(([pattern]) => pattern.test(nth))?.[1] ?? "";
  const place = { words: words.trim(), start: found.index };
  if (!isOfMonth && /#[2-4]/.test(suffix)) {
    return {
      ...place,
      cron: null,
      isTimed: false,
      unclear: `Does "${words.trim()}" mean the ${nth} ${day} of each month? Then say "run it on the ${nth} ${day} of each month${told}"; a schedule cannot count weeks.`,
    };
  }
  const time = timeIn(told.trim());
  return {
    ...place,
    cron: `${time ?? "0 9"} * * ${dayNumbers(day)}${suffix}`,
    isTimed: time !== null,
    unclear: null,
  };
}
