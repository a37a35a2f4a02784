import { cronTimes, furtherTimes, noSuchTime, TIMES } from "./further-times.ts";
import { dayRangeIn, daysExceptIn, intervalWithin } from "./interval-within.ts";
import { nthDayIn } from "./nth-day.ts";
import { interval } from "./schedule-interval.ts";
import { takePlace } from "./schedule-place.ts";
import { TIME, timeIn } from "./time-of-day.ts";
import { DAY, dayNumbers } from "./weekdays.ts";

/** When something runs again and again, as a text says it. */
export type SaidSchedule = {
  cron: string | null;
  /** The crons of other times of the day, where one cron cannot hold them all. */
  more: string[];
  timezone: string | null;
  words: string;
  rest: string;
  /** Whether the words say at what time of the day. */
  isTimed: boolean;
  /** What to ask where no schedule says quite that, or no zone is called so. */
  unclear: string | null;
};

type Phrase = Omit<SaidSchedule, "timezone" | "rest"> & { start: number; end: number };
/** What is found with the first time of the day that it says. */
type OneTime = Omit<Phrase, "more">;

const PART = "(?: (?:morning|afternoon|evening|night|nachts?|abends?|morgens?)s?)?";
const EVERY = "(?:every|each|on|jeden|jede|jedes|todos los|todas las|cada|tous les|toutes les|chaque|am)";
const OF_DAYS = `(?:(?:${DAY})(?:(?:,| and| und| y| et|, and) (?:${DAY}))*)${PART}`;
const WHEN = new RegExp(
  `(?<![\\p{L}])(?:(?:${EVERY} )?(?:(${OF_DAYS})|(weekdays?|werktags?|werktag|working days?|workdays?|business days?|días? laborables?|jours? ouvrés?|jours? ouvrables?)|(weekends?)|(days?|tag|días?|jours?|mañanas?|tardes?|noches?|matins?|soirs?|mornings?|afternoons?|evenings?|nights?|morgen|abend)|(months?|monat|mes|mois)|(weeks?|woche|semanas?|semaines?))(?!\\p{L})(?: on (${DAY}))?(?: on the (first|1st|last|\\d{1,2}(?:st|nd|rd|th)?)(?: day)?)?|(daily|täglich|(?:once|twice|(?:two|three|four|\\d) times) (?:a|per|each|every) day)|(hourly|stündlich)|(weekly|wöchentlich)|(monthly|monatlich)|(?:every|each|alle|cada|toutes les) (?:(\\d+|two|three|four|five|six|seven|eight|ten|twelve|fifteen|twenty|thirty|(?:a )?quarter(?: of an)?|half(?: an)?|other)[ -])?(minuten|minutes?|mins?(?!\\p{L})|hours?|stunden|stunde|minutos|horas?|heures?|hour)|on the (first|1st|last|\\d{1,2}(?:st|nd|rd|th))(?: day)? of (?:the|each|every) month)(?:${TIME})?`,
  "iu",
);
const REPEATING =
  /\b(?:every|each|daily|hourly|weekly|monthly|jed\w+|alle|täglich|stündlich|wöchentlich|monatlich|todos|todas|cada|tous|toutes|chaque|on the \w+(?: day)? of|(?:once|twice|times) (?:a|per) day)\b/i;
// What is counted in weeks or days goes on over the ends of months, which a cron does not.
const COUNTED =
  /(?:\b(?:every|each) (?:other|second|2nd|two|three|four|five|six|ten|\d+) (?:weeks?|days?|months?|years?|\p{L}+days?)(?!\p{L})|\b(?:fortnightly|bi-?weekly)|\balle (?:zwei|drei|vier|\d+) (?:wochen|tage|monate)|\bcada (?:dos|tres|\d+) (?:semanas|días|meses)|\btou(?:te)?s les (?:deux|trois|\d+) (?:semaines|jours|mois))/iu;

/** A phrase that says when something runs again and again, and the text without it; null when there is none. */
export function scheduleIn(text: string): SaidSchedule | null {
  const placed = takePlace(text);
  const around = placed === null ? null : phraseIn(placed.text);
  // A place further away is one of the work, not of the clocks.
  if (placed !== null && around !== null && placed.at >= around.start && placed.at <= around.end + 1)
    return saidSchedule(around, placed.text, placed);
  const phrase = phraseIn(text);
  return phrase === null ? null : saidSchedule(phrase, text, { timezone: null, unclear: null });
}

function saidSchedule(
  { start, end, ...said }: Phrase,
  text: string,
  { timezone, unclear }: { timezone: string | null; unclear: string | null },
): SaidSchedule {
  const rest = `${text.slice(0, start)} ${text.slice(end)}`
    .replace(/^\s*[:,]\s*/, "")
    .replace(/\s+/g, " ")
    .trim();
  return { ...said, timezone, unclear: said.unclear ?? unclear, rest };
}

// "At 9:00 and 17:30": one cron for each minute of the hour.
function withFurtherTimes(phrase: OneTime, text: string): Phrase {
  const wrong = noSuchTime(phrase.words);
  if (wrong !== null) return { ...phrase, cron: null, isTimed: true, more: [], unclear: wrong };
  const [minute = "", hour = "", ...days] = (phrase.cron ?? "").split(" ");
  const isOneTime = phrase.isTimed && /^\d+$/.test(minute) && /^\d+$/.test(hour);
  const behind = isOneTime ? furtherTimes(text.slice(phrase.end)) : "";
  const end = phrase.end + behind.length;
  const words = text.slice(phrase.start, end).trim();
  const said = isOneTime ? cronTimes(words) : null;
  if (said === null) return { ...phrase, more: [] };
  const [cron = phrase.cron, ...more] = said.times.map((time) => [time, ...days].join(" "));
  return { ...phrase, cron, more, words, end, unclear: phrase.unclear ?? said.unclear };
}

function phraseIn(text: string): Phrase | null {
  const phrase = onePhraseIn(text);
  return phrase === null ? null : withFurtherTimes(phrase, text);
}

function onePhraseIn(text: string): OneTime | null {
  const nth = nthDayIn(text);
  if (nth) return withTimeBefore({ ...nth, end: nth.start + nth.words.length }, text);
  return countedIn(text) ?? intervalWithin(text) ?? daysExceptIn(text) ?? dayRangeIn(text) ?? whenIn(text);
}

// "At midnight on the first Thursday of each month".
function withTimeBefore(phrase: OneTime, text: string): OneTime {
  const lead = phrase.isTimed ? null : LED_BY_TIME.exec(text.slice(0, phrase.start));
  const time = lead && timeIn(lead[0].trim());
  if (!lead || !time || phrase.cron === null) return phrase;
  const [, , ...days] = phrase.cron.split(" ");
  const words = text.slice(lead.index, phrase.end).trim();
  return { ...phrase, cron: [time, ...days].join(" "), words, start: lead.index, isTimed: true };
}

function countedIn(text: string): OneTime | null {
  const found = COUNTED.exec(text);
  if (!found) return null;
  const unclear = `A schedule goes by the calendar and cannot count "${found[0]}". It can run for example every Monday, or on the 1st and the 15th of each month: which days should it be?`;
  const place = { start: found.index, end: found.index + found[0].length };
  return { ...place, cron: null, words: found[0], isTimed: false, unclear };
}

function whenIn(text: string): OneTime | null {
  const found = [...text.matchAll(new RegExp(WHEN, "giu"))].find((match) => isRepeating(match, text));
  if (!found) return null;
  const lead = LED_BY_TIME.exec(text.slice(0, found.index));
  const from = lead && timeOf(found[0].trim()) === null ? lead.index : found.index;
  const words = text.slice(from, found.index + found[0].length).trim();
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
  const even = unit === undefined ? null : interval(count, unit);
  if (even !== null && AT_BEHIND.test(words.slice(words.toLowerCase().lastIndexOf(unit ?? "") + 1)))
    return { ...placeOf(found, from), cron: null, words, isTimed: true, unclear: intervalAt(words) };
  const cron =
    unit !== undefined
      ? even?.cron
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
  const isTimed = time !== null || unit !== undefined || hourly !== undefined;
  const end = found.index + found[0].length;
  return { cron: cron ?? null, words, start: from, end, isTimed, unclear: even?.unclear ?? null };
}

const AT_BEHIND = /\s(?:at|um|@|a las?|à) ?(?:\d|\p{L}+)/iu;

function placeOf(found: RegExpMatchArray, start: number): { start: number; end: number } {
  return { start, end: (found.index ?? 0) + found[0].length };
}

function intervalAt(words: string): string {
  return `"${words}" says an interval and a time of the day. Should it be for example "every 15 minutes between 9 and 17", or "every day at 9"?`;
}

const LED_BY_TIME = new RegExp(
  `(?:^|(?<=\\s))(?:(?:at|um|à|a las) ?${TIMES}|\\d{1,2}(?::\\d{2})? ?[ap]m),?\\s*$`,
  "i",
);
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

function monthCron(at: string, day: string | undefined): string {
  const number = day === undefined || day === "first" ? 1 : Number.parseInt(day, 10);
  return day === "last" ? `${at} L * *` : `${at} ${Number.isNaN(number) ? 1 : Math.min(number, 31)} * *`;
}
