import { DAY, dayNumbers } from "./weekdays.ts";

/** Dates as YYYY-MM-DD, both of them included; null for an end that is open. */
export type SaidDays = { first: string | null; last: string | null };

const DAY_MS = 86_400_000;
const MONTHS =
  "jan(?:uary|uar)?|enero|janvier|feb(?:ruary|ruar)?|febrero|février|mar(?:ch)?|märz|marzo|mars|apr(?:il)?|abril|avril|may|mai|mayo|june?|juni|junio|juin|july?|juli|julio|juillet|aug(?:ust)?|agosto|août|sep(?:t(?:ember)?)?|septiembre|septembre|o[ck]t(?:ober)?|octubre|octobre|nov(?:ember)?|noviembre|novembre|de[cz](?:ember)?|diciembre|décembre";
// The beginnings by which the months of all the languages are told apart.
const STARTS: [RegExp, number][] = [
  [/^(?:jan|ene)/, 0],
  [/^f[eé]b?/, 1],
  [/^m[aä]r/, 2],
  [/^a[bpv]r/, 3],
  [/^ma[yi]/, 4],
  [/^ju(?:ne?$|n|in)/, 5],
  [/^ju(?:l|il)/, 6],
  [/^a[uog]/, 7],
  [/^sep/, 8],
  [/^o[ck]t/, 9],
  [/^nov/, 10],
  [/^d/, 11],
];
const COUNTS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  ein: 1,
  eine: 1,
  einen: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  un: 1,
  una: 1,
  une: 1,
  dos: 2,
  tres: 3,
  deux: 2,
  trois: 3,
};
const LEAD =
  "(?:(?:in|im|for|during|throughout|over|on|am|für|während|en|durante|pour|pendant|le|el|all of|the whole of|den ganzen|todo|tout)\\s+)*(?:the (?:whole )?(?:month )?(?:of )?)?";
const UNTIL = "until|till|til|up to|bis(?: zum)?|hasta(?: el)?|jusqu'(?:au|à|en)";
const THROUGH = "through|to and including|bis einschließlich|inclusive";
const FROM =
  "from|starting(?: on)?|beginning(?: on)?|as of|ab(?: dem)?|vom|von|desde(?: el)?|del?|du|à partir d[ue]";
const SPAN = new RegExp(
  `^(?:${LEAD})(?:(?:${FROM}|between|zwischen|entre)\\s+)?(.+?)\\s+(?:to|${UNTIL}|${THROUGH}|and|und|y|et|al|au|[-–])\\s+(.+)$`,
  "iu",
);

const BETWEEN = /(?<!\p{L})(?:between|zwischen|entre)(?!\p{L})/iu;
const LISTED = /\s(?:and|und|y|et)\s+$/iu;

/** The days that a text names, from `today` on; null when it names none. `today` is a date as YYYY-MM-DD. */
export function daysSaid(text: string, today: string): SaidDays | null {
  const words = text
    .trim()
    .replace(/[’]/g, "'")
    .replace(/[.!]+$/, "")
    .toLowerCase();
  const start = Date.parse(`${today}T00:00:00Z`);
  const period = periodSaid(words.replace(new RegExp(`^${LEAD}`, "iu"), ""), start);
  if (period !== null) return daysOf(period.first, period.last);
  const open = new RegExp(`^(?:${FROM})\\s+(.+?)(?: on(?:wards?)?| an)?$`, "iu").exec(words);
  const onward = open ? dateSaid(open[1] ?? "", start) : null;
  if (onward !== null) return daysOf(onward.first, null);
  const until = new RegExp(`^(${UNTIL}|${THROUGH})\\s+(.+)$`, "iu").exec(words);
  if (until) return untilSaid(until[1] ?? "", until[2] ?? "", start);
  const span = SPAN.exec(words);
  if (!span) return null;
  const last = dateSaid(span[2] ?? "", start);
  const first = dateSaid(withMonthOf(span[1] ?? "", span[2] ?? ""), start);
  if (first === null || last === null) return null;
  const end = last.last < first.first ? dateSaid(span[2] ?? "", first.first) : last;
  if (end === null || end.last < first.first) return null;
  // "August and December" are two pauses with runs between them, "July and August" are one.
  const isList = !BETWEEN.test(words) && LISTED.test(span[0].slice(0, -(span[2] ?? "").length));
  if (isList && end.first > first.last + DAY_MS) return null;
  return daysOf(first.first, end.last);
}

// "Until Monday" ends before Monday, "until the end of August" with it, and "until 31 August" too.
function untilSaid(word: string, text: string, start: number): SaidDays | null {
  const end = dateSaid(text, start) ?? periodSaid(text, start);
  if (end === null) return null;
  const isEnglish = /^(?:until|till|til|up to)$/i.test(word);
  const isWhole = new Date(end.last + DAY_MS).getUTCDate() === 1 && end.first === end.last;
  const isEnd = /\b(?:end|ende|fin|final)\b/.test(text);
  return daysOf(null, isEnglish && !isWhole && !isEnd ? end.first - DAY_MS : end.last);
}

type Span = { first: number; last: number };

function periodSaid(text: string, start: number): Span | null {
  const weekday = (new Date(start).getUTCDay() + 6) % 7;
  if (/^(?:this week|diese woche|esta semana|cette semaine)$/.test(text))
    return { first: start, last: start + (6 - weekday) * DAY_MS };
  if (/^(?:next week|nächste woche|(?:la )?próxima semana|(?:la )?semaine prochaine)$/.test(text))
    return { first: start + (7 - weekday) * DAY_MS, last: start + (13 - weekday) * DAY_MS };
  if (/^(?:this|the) weekend$/.test(text))
    return { first: start + (5 - weekday) * DAY_MS, last: start + (6 - weekday) * DAY_MS };
  const month = /^(this|next|diesen|nächsten) (?:month|monat)$/.exec(text);
  if (month) return monthSpan(start, /^(?:this|diesen)$/.test(month[1] ?? "") ? 0 : 1, start);
  const counted = /^(\d{1,3}|\p{L}+) (day|tag|día|jour|week|woche|semana|semaine|month|monat|mes|mois)/u.exec(
    text,
  );
  const number = counted ? (COUNTS[counted[1] ?? ""] ?? Number(counted[1])) : Number.NaN;
  if (counted && number >= 1) {
    const isMonth = /^m/.test(counted[2] ?? "");
    const end = new Date(start);
    if (isMonth) end.setUTCMonth(end.getUTCMonth() + number);
    else end.setUTCDate(end.getUTCDate() + number * (/^(?:w|s)/.test(counted[2] ?? "") ? 7 : 1));
    return { first: start, last: end.getTime() - DAY_MS };
  }
  return dateSaid(text, start);
}

/** A date, or a whole month, from a day on; the end of a month by itself. */
function dateSaid(text: string, start: number): Span | null {
  const words = text.trim().replace(/^(?:the|le|el|den|dem|am|on)\s+/u, "");
  if (/^(?:today|heute|hoy|aujourd'hui)$/.test(words)) return { first: start, last: start };
  if (/^(?:tomorrow|morgen|mañana|demain)$/.test(words))
    return { first: start + DAY_MS, last: start + DAY_MS };
  const iso = /^(\d{4})-(\d\d)-(\d\d)$/.exec(words);
  if (iso) return oneDay(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]));
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.(?:\s?(\d{4}))?$/.exec(
    `${words}${/\d\.\s?\d+$/.test(words) ? "." : ""}`,
  );
  if (dotted) return comingDay(Number(dotted[1]), Number(dotted[2]) - 1, dotted[3], start);
  const end = new RegExp(
    `^(?:(?:the )?end of|ende|finales de|fin(?:al)? de?) (?:the )?(${MONTHS}|month|year|monat|jahr)$`,
    "iu",
  ).exec(words);
  if (end) return endOf(end[1] ?? "", start);
  const named = new RegExp(
    `^(?:(\\d{1,2})(?:st|nd|rd|th|\\.|er)?\\s+(?:of |de )?)?(${MONTHS})\\.?(?:\\s+(\\d{1,2})(?:st|nd|rd|th)?)?(?:,?\\s+(?:de |del )?(\\d{4}))?$`,
    "iu",
  ).exec(words);
  if (named) {
    const month = monthOf(named[2] ?? "");
    const day = named[1] ?? named[3];
    if (month === null) return null;
    return day === undefined
      ? comingMonth(month, named[4], start)
      : comingDay(Number(day), month, named[4], start);
  }
  const weekday = new RegExp(`^(?:next |nächsten |kommenden )?(${DAY})$`, "iu").exec(words);
  // "On Fridays" are many days.
  if (!weekday || /(?:days|tags|dis|sábados|domingos|dimanches)$/iu.test(weekday[1] ?? "")) return null;
  const ahead = (Number(dayNumbers(weekday[1] ?? "")) - new Date(start).getUTCDay() + 7) % 7 || 7;
  return { first: start + ahead * DAY_MS, last: start + ahead * DAY_MS };
}

function monthOf(name: string): number | null {
  return STARTS.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

function oneDay(year: number, month: number, day: number): Span | null {
  const at = Date.UTC(year, month, day);
  return new Date(at).getUTCDate() === day && new Date(at).getUTCMonth() === month
    ? { first: at, last: at }
    : null;
}

/** This year's, or the next one's when it is over. */
function comingDay(day: number, month: number, year: string | undefined, start: number): Span | null {
  const now = new Date(start).getUTCFullYear();
  if (year !== undefined) return oneDay(Number(year), month, day);
  const found = oneDay(now, month, day);
  return found !== null && found.last < start ? oneDay(now + 1, month, day) : found;
}

function comingMonth(month: number, year: string | undefined, start: number): Span {
  const now = new Date(start).getUTCFullYear();
  const span = (of: number) => ({ first: Date.UTC(of, month, 1), last: Date.UTC(of, month + 1, 0) });
  if (year !== undefined) return span(Number(year));
  return span(now).last < start ? span(now + 1) : span(now);
}

function monthSpan(start: number, ahead: number, from: number): Span {
  const date = new Date(start);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + ahead];
  return { first: Math.max(Date.UTC(year, month, 1), from), last: Date.UTC(year, month + 1, 0) };
}

function endOf(name: string, start: number): Span | null {
  const year = new Date(start).getUTCFullYear();
  if (/^(?:year|jahr)$/.test(name)) return oneDay(year, 11, 31);
  const month = /^(?:month|monat)$/.test(name) ? new Date(start).getUTCMonth() : monthOf(name);
  if (month === null) return null;
  const { last } = comingMonth(month, undefined, start);
  return { first: last, last };
}

// "From 3 to 9 August": the first has the month of the second.
function withMonthOf(first: string, second: string): string {
  const month = new RegExp(`(?:${MONTHS})`, "iu").exec(second)?.[0];
  return /^\d{1,2}(?:st|nd|rd|th|\.|er)?$/.test(first.trim()) && month !== undefined
    ? `${Number.parseInt(first, 10)} ${month}`
    : first;
}

function daysOf(first: number | null, last: number | null): SaidDays {
  const date = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 10));
  return { first: date(first), last: date(last) };
}
