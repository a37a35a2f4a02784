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
const HOUR = "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)";
const PAST = "(?:half|(?:a )?quarter|five|ten|twenty|twenty-five) (?:past|to|after|before)";
const SPOKEN = `(?:${PAST} (?:${HOUR}|\\d{1,2})|${HOUR} o'clock|(?<=\\b(?:at|by) )${HOUR}(?= (?:in the|at night|every|each|on)\\b|\\s*[,:.;]|$))`;
const TIME = `(?:,? ?(?:at|um|gegen|a las|à|@|by)? ?(?:noon|midnight|mittags|mitternacht|${SPOKEN}|\\d{1,2}(?:[:.]\\d{2})?(?: ?h(?: ?\\d{2})?(?![a-z]))? ?(?:am|pm|a\\.m\\.|p\\.m\\.|o'clock|uhr)?)(?=[\\s,:.;!)]|$)(?: in the (?:morning|afternoon|evening))?)`;
const AND_TIME =
  "(?: (?:and|und|y|et|&) (?:at )?(?<second>\\d{1,2}(?:[:.]\\d{2})?)(?=[\\s,:;]|$)(?! (?:minutes|hours|times)))";
const ZONE = "(?: ?\\(?(utc|gmt|[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+)\\)?(?: time)?)?";
const OF_DAYS = `(?:(?:${DAY})(?:(?:,| and| und| y| et|, and) (?:${DAY}))*)${PART}`;
const WHEN = new RegExp(
  `(?<![\\p{L}])(?:(?:${EVERY} )?(?:(${OF_DAYS})|(weekdays?|werktags?|werktag|working days?|workdays?|business days?|días? laborables?|jours? ouvrés?|jours? ouvrables?)|(weekends?)|(days?|tag|días?|jours?|mañanas?|tardes?|noches?|matins?|soirs?|mornings?|afternoons?|evenings?|nights?|morgen|abend)|(months?|monat|mes|mois)|(weeks?|woche|semanas?|semaines?))(?!\\p{L})(?: on (${DAY}))?(?: on the (first|1st|last|\\d{1,2}(?:st|nd|rd|th)?)(?: day)?)?|(daily|täglich|(?:once|twice|(?:two|three|four|\\d) times) (?:a|per|each|every) day)|(hourly|stündlich)|(weekly|wöchentlich)|(monthly|monatlich)|(?:every|each|alle|cada|toutes les) (?:(\\d+|two|three|four|five|six|ten|fifteen|twenty|thirty|(?:a )?quarter(?: of an)?|half(?: an)?|other)[ -])?(minuten|minutes?|mins?(?!\\p{L})|hours?|stunden|stunde|minutos|horas?|heures?|hour)|on the (first|1st|last|\\d{1,2}(?:st|nd|rd|th))(?: day)? of (?:the|each|every) month)(?:${TIME}${AND_TIME}?)?${ZONE}`,
  "iu",
);
const REPEATING =
  /\b(?:every|each|daily|hourly|weekly|monthly|jed\w+|alle|täglich|stündlich|wöchentlich|monatlich|todos|todas|cada|tous|toutes|chaque|on the \w+(?: day)? of|(?:once|twice|times) (?:a|per) day)\b/i;
const NUMBERS: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  "half an": 30,
  half: 30,
  "quarter of an": 15,
  "a quarter of an": 15,
  quarter: 15,
  other: 2,
};

/** A phrase that says when something runs again and again, and the text without it; null when there is none. */
export function scheduleIn(text: string): Schedule | null {
  const nth = nthDayIn(text);
  if (nth) return nth;
  const found = [...text.matchAll(new RegExp(WHEN, "giu"))].find((match) => isRepeating(match, text));
  if (!found) return null;
  const lead = LED_BY_TIME.exec(text.slice(0, found.index));
  const from = lead && timeOf(found[0].trim()) === null ? lead.index : found.index;
  const words = text.slice(from, found.index + found[0].length).trim();
  const time = timesOf(words, found.groups?.["second"]);
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
  const rest = `${text.slice(0, from)} ${text.slice(found.index + found[0].length)}`
    .replace(/^\s*[:,]\s*/, "")
    .replace(/\s+/g, " ")
    .trim();
  const isTimed = time !== null || unit !== undefined || hourly !== undefined;
  return { cron, timezone, words, rest, isTimed };
}

const LED_BY_TIME = new RegExp(`(?:^|(?<=\\s))(?:at|um|à|a las) ?${TIME},?\\s*$`, "i");
const NTH: Record<string, string> = { first: "#1", second: "#2", third: "#3", fourth: "#4", last: "L" };
const NTH_DAY = new RegExp(
  `(?:every|each|on the|the|on every) (first|second|third|fourth|last) (${DAY})(?: (?:of|in) (?:the|each|every|a) month)?(${TIME}?)`,
  "i",
);

// "Every first Monday of the month at 10".
function nthDayIn(text: string): Schedule | null {
  const found = NTH_DAY.exec(text);
  if (!found || !/\bmonth\b|^(?:every|each|on every)\b/i.test(found[0])) return null;
  const [words, nth = "", day = "", told = ""] = found;
  const time = timeOf(told.trim());
  return {
    cron: `${time ?? "0 9"} * * ${dayNumbers(day)}${NTH[nth.toLowerCase()] ?? ""}`,
    timezone: null,
    words: words.trim(),
    rest: `${text.slice(0, found.index)} ${text.slice(found.index + words.length)}`
      .replace(/^\s*[:,]\s*/, "")
      .replace(/\s+/g, " ")
      .trim(),
    isTimed: time !== null,
  };
}

// "At 8 and 20": one minute of several hours.
function timesOf(words: string, second: string | undefined): string | null {
  const first = timeOf(words);
  const other = second === undefined ? null : timeIn(second);
  const [[minute, hour], [sameMinute, otherHour]] = [(first ?? "").split(" "), (other ?? "").split(" ")];
  return first !== null && other !== null && minute === sameMinute ? `${minute} ${hour},${otherHour}` : first;
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
    (/s\b/i.test(found[1] ?? found[2] ?? found[3] ?? "") &&
      (timeOf(found[0].trim()) !== null || LED_BY_TIME.test(text.slice(0, found.index)) || found.index === 0))
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
  const hours = /^(?:h|st)/i.test(unit) && !/half|quarter/i.test(count ?? "");
  if (!Number.isInteger(number) || number < 1 || number > (hours ? 23 : 59)) return null;
  if (hours) return number === 1 ? "0 * * * *" : `0 */${number} * * *`;
  return number === 1 ? "* * * * *" : `*/${number} * * * *`;
}

/** "7:30", "9 Uhr", "5 pm", "8 h" as the first two fields of a cron expression; null without a time. */
function timeIn(words: string): string | null {
  const text = withDigits(words);
  if (/\b(?:noon|mittags)\b/i.test(text)) return "0 12";
  if (/\b(?:midnight|mitternacht)\b/i.test(text)) return "0 0";
  const found =
    /(?:^|\s|,)(?:at |um |gegen |a las |à |@ ?|by )?(\d{1,2})(?:[:.](\d{2})| ?h ?(\d{2})?)? ?(am|pm|a\.m\.|p\.m\.)?(?=\s|$|[,.;:)]|o'clock|uhr|h\b)/i.exec(
      text,
    );
  if (!found) return null;
  const half = found[4]?.toLowerCase().replaceAll(".", "") ?? (LATE.test(text) ? "pm" : undefined);
  const raw = Number(found[1]);
  const hour = half === "pm" && raw < 12 ? raw + 12 : half === "am" && raw === 12 ? 0 : raw;
  const minute = Number(found[2] ?? found[3] ?? 0);
  return hour > 23 || minute > 59 ? null : `${minute} ${hour}`;
}

const LATE = /\b(?:evenings?|afternoons?|abends?|nachmittags?|tardes?|noches?|soirs?|après-midi)\b/i;
const HOURS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const MINUTES: Record<string, number> = {
  half: 30,
  quarter: 15,
  five: 5,
  ten: 10,
  twenty: 20,
  "twenty-five": 25,
};

// "half past nine" as "9:30".
function withDigits(text: string): string {
  return text
    .replace(
      new RegExp(
        `\\b(?:a )?(half|quarter|five|ten|twenty|twenty-five) (past|after|to|before) (${HOUR}|\\d{1,2})\\b`,
        "i",
      ),
      (_all, part: string, side: string, hour: string) => {
        const full = hourOf(hour);
        const minutes = MINUTES[part.toLowerCase()] ?? 0;
        const isPast = /past|after/i.test(side);
        return `${isPast ? full : (full + 23) % 24}:${String(isPast ? minutes : 60 - minutes).padStart(2, "0")}`;
      },
    )
    .replace(
      new RegExp(`\\b(at |by )?(${HOUR})(?: o'clock|(?<=\\b(?:at|by) ${HOUR}))`, "i"),
      (_all, lead: string | undefined, hour: string) => `${lead ?? ""}${hourOf(hour)}`,
    );
}

function hourOf(text: string): number {
  const index = HOURS.indexOf(text.toLowerCase());
  return index >= 0 ? index : Number(text);
}
