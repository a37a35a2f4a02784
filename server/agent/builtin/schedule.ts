type Schedule = {
  cron: string | null;
  timezone: string | null;
  words: string;
  rest: string;
  /** Whether the words say at what time of the day. */
  isTimed: boolean;
};

const DAYS: [RegExp, string][] = [
  [/\b(?:mondays?|montags?|lunes|lundis?)\b/i, "1"],
  [/\b(?:tuesdays?|dienstags?|martes|mardis?)\b/i, "2"],
  [/\b(?:wednesdays?|mittwochs?|miércoles|mercredis?)\b/i, "3"],
  [/\b(?:thursdays?|donnerstags?|jueves|jeudis?)\b/i, "4"],
  [/\b(?:fridays?|freitags?|viernes|vendredis?)\b/i, "5"],
  [/\b(?:saturdays?|samstags?|sábados?|samedis?)\b/i, "6"],
  [/\b(?:sundays?|sonntags?|domingos?|dimanches?)\b/i, "0"],
];
const DAY =
  "(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)s?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?";
const PART = "(?: (?:morning|afternoon|evening|night|nachts?|abends?|morgens?)s?)?";
const EVERY = "(?:every|each|on|jeden|jede|jedes|todos los|todas las|cada|tous les|toutes les|chaque|am)";
const TIME =
  "(?:,? ?(?:at|um|gegen|a las|à|@|by)? ?(?:noon|midnight|mittags|mitternacht|\\d{1,2}(?:[:.]\\d{2})?(?: ?h(?: ?\\d{2})?(?![a-z]))? ?(?:am|pm|a\\.m\\.|p\\.m\\.|o'clock|uhr)?)(?=[\\s,:.;!)]|$))";
const ZONE = "(?: ?\\(?(utc|gmt|[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+)\\)?(?: time)?)?";
const OF_DAYS = `(?:(?:${DAY})(?:(?:,| and| und| y| et|, and) (?:${DAY}))*)${PART}`;
const WHEN = new RegExp(
  `(?<![\\p{L}])(?:(?:${EVERY} )?(?:(${OF_DAYS})|(weekdays?|werktags?|werktag|working days?|workdays?|business days?|días? laborables?|jours? ouvrés?|jours? ouvrables?)|(weekends?)|(days?|tag|días?|jours?|mornings?|evenings?|nights?|morgen|abend)|(months?|monat|mes|mois)|(weeks?|woche|semanas?|semaines?))(?!\\p{L})(?: on (${DAY}))?(?: on the (first|1st|last|\\d{1,2}(?:st|nd|rd|th)?)(?: day)?)?|(daily|täglich)|(hourly|stündlich)|(weekly|wöchentlich)|(monthly|monatlich)|(?:every|each|alle|cada|toutes les) (?:(\\d+|two|three|four|five|six|ten|fifteen|thirty|half an|other) )?(minutes?|minuten|hours?|stunden|stunde|minutos|horas?|heures?|hour)|on the (first|1st|\\d{1,2}(?:st|nd|rd|th)) of (?:the|each|every) month)${TIME}?${ZONE}`,
  "iu",
);
const REPEATING =
  /\b(?:every|each|daily|hourly|weekly|monthly|jed\w+|alle|täglich|stündlich|wöchentlich|monatlich|todos|todas|cada|tous|toutes|chaque|on the \w+ of)\b/i;
const NUMBERS: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  fifteen: 15,
  thirty: 30,
  "half an": 30,
  other: 2,
};

/** A phrase that says when something runs again and again, and the text without it; null when there is none. */
export function scheduleIn(text: string): Schedule | null {
  const found = [...text.matchAll(new RegExp(WHEN, "giu"))].find((match) => isRepeating(match, text));
  if (!found) return null;
  const words = found[0].trim();
  const time = timeOf(words);
  const [
    ,
    days,
    weekdays,
    weekend,
    day,
    month,
    week,
    weekDay,
    monthDay,
    daily,
    hourly,
    weekly,
    monthly,
    count,
    unit,
    ofMonth,
  ] = found;
  const part = /\b(?:evening|abend)/i.test(words)
    ? "0 18"
    : /\b(?:night|nacht)/i.test(words)
      ? "0 22"
      : /\b(?:afternoon)/i.test(words)
        ? "0 14"
        : "0 9";
  const at = time ?? (/\bmorning|morgen/i.test(words) ? "0 8" : part);
  const cron =
    unit !== undefined
      ? interval(count, unit)
      : hourly
        ? "0 * * * *"
        : days
          ? `${at} * * ${dayNumbers(days)}`
          : weekdays
            ? `${at} * * 1-5`
            : weekend
              ? `${at} * * 0,6`
              : day || daily
                ? `${at} * * *`
                : month || monthly || ofMonth
                  ? monthCron(at, monthDay ?? ofMonth)
                  : week || weekly
                    ? `${at} * * ${weekDay ? dayNumbers(weekDay) : "1"}`
                    : null;
  const zone = found.at(-1);
  const timezone = zone && /\//.test(zone) ? zone : zone && /^(?:utc|gmt)$/i.test(zone) ? "UTC" : null;
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
    .replace(/^\s*[:,]\s*/, "")
    .replace(/\s+/g, " ")
    .trim();
  const isTimed = time !== null || unit !== undefined || hourly !== undefined;
  return { cron, timezone, words, rest, isTimed };
}

function timeOf(words: string): string | null {
  return timeIn(words.replace(/^\D*?(?=\d+ (?:minutes|hours))/i, ""));
}

// "A weekly digest" is a thing, "weekly" is a time; "Mondays at 9" repeats, "Monday" need not.
function isRepeating(found: RegExpMatchArray, text: string): boolean {
  const isThing =
    /\b(?:an?|the|our|my|this|your)\s+$/i.test(text.slice(0, found.index)) && /^\w+ly\b/i.test(found[0]);
  if (isThing) return false;
  return (
    REPEATING.test(found[0]) ||
    (found[1] !== undefined && /s\b/i.test(found[1]) && timeOf(found[0].trim()) !== null)
  );
}

function dayNumbers(text: string): string {
  return DAYS.filter(([pattern]) => pattern.test(text))
    .map(([, number]) => number)
    .join(",");
}

function monthCron(at: string, day: string | undefined): string {
  const number = day === undefined || day === "first" ? 1 : Number.parseInt(day, 10);
  return day === "last" ? `${at} L * *` : `${at} ${Number.isNaN(number) ? 1 : Math.min(number, 31)} * *`;
}

function interval(count: string | undefined, unit: string): string | null {
  const number = count === undefined ? 1 : (NUMBERS[count.toLowerCase()] ?? Number(count));
  const hours = /^(?:h|st)/i.test(unit) && count?.toLowerCase() !== "half an";
  if (!Number.isInteger(number) || number < 1 || number > (hours ? 23 : 59)) return null;
  if (hours) return number === 1 ? "0 * * * *" : `0 */${number} * * *`;
  return number === 1 ? "* * * * *" : `*/${number} * * * *`;
}

/** "7:30", "9 Uhr", "5 pm", "8 h" as the first two fields of a cron expression; null without a time. */
function timeIn(text: string): string | null {
  if (/\b(?:noon|mittags)\b/i.test(text)) return "0 12";
  if (/\b(?:midnight|mitternacht)\b/i.test(text)) return "0 0";
  const found =
    /(?:^|\s|,)(?:at |um |gegen |a las |à |@ ?|by )?(\d{1,2})(?:[:.](\d{2})| ?h ?(\d{2})?)? ?(am|pm|a\.m\.|p\.m\.)?(?=\s|$|[,.;:)]|o'clock|uhr|h\b)/i.exec(
      text,
    );
  if (!found) return null;
  const half = found[4]?.toLowerCase().replaceAll(".", "");
  const raw = Number(found[1]);
  const hour = half === "pm" && raw < 12 ? raw + 12 : half === "am" && raw === 12 ? 0 : raw;
  const minute = Number(found[2] ?? found[3] ?? 0);
  return hour > 23 || minute > 59 ? null : `${minute} ${hour}`;
}
