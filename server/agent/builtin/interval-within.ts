import { interval } from "./schedule-interval.ts";
import { TIME, timeIn } from "./time-of-day.ts";
import { DAY, dayNumbers } from "./weekdays.ts";

type Phrase = {
  cron: string | null;
  words: string;
  start: number;
  end: number;
  isTimed: boolean;
  unclear: string | null;
};

const DAYS = `(?:${DAY})(?:(?:,| and| or|, and) (?:${DAY}))*`;
const WORKING = "weekdays?|working days?|workdays?|business days?";
const ON = `(?:,? (?:(?:on|every|each|only on|but only on) )?(?<days>${DAYS}|${WORKING}|weekends?|the weekend))`;
const HOUR = "(?:\\d{1,2}(?::00)?(?: ?[ap]m)?|noon|midnight)";
const FROM = `(?:,? (?:only )?(?:between|from) (?<from>${HOUR}) (?:and|to|until|till|-) (?<to>${HOUR}))`;
const EVERY =
  "(?:(?:every|each) (?:(?<count>\\d+|two|three|four|five|six|seven|eight|ten|twelve|fifteen|twenty|thirty|(?:a )?quarter(?: of an)?|half(?: an)?|other)[ -])?(?<unit>minutes?|mins?|hours?)|(?<hourly>hourly))";
const WITHIN = new RegExp(
  `(?<!\\p{L})${EVERY}(?!\\p{L})(?:${ON}${FROM}?|${FROM.replaceAll("<", "<a")}${ON.replaceAll("<", "<a")}?)(?=[\\s,;:.!?)]|$)`,
  "iu",
);

/** "Every 2 hours on Sundays", "every 15 minutes between 9 and 17 on weekdays" as one cron. */
export function intervalWithin(text: string): Phrase | null {
  const found = WITHIN.exec(text);
  if (!found) return null;
  const said = (name: string) => found.groups?.[name] ?? found.groups?.[`a${name}`];
  const place = { words: found[0], start: found.index, end: found.index + found[0].length, isTimed: true };
  const even = interval(said("count"), said("unit") ?? "hour");
  if (even.cron === null) return { ...place, ...even };
  const [minute = "0", step = "*"] = even.cron.split(" ");
  const days = daysOf(said("days"));
  const [from, to] = [said("from"), said("to")];
  if (from === undefined || to === undefined)
    return { ...place, cron: `${minute} ${step} * * ${days}`, unclear: null };
  const [first, last] = [hourOf(from), hourOf(to)];
  // Within an hour the window ends with the hour before; by whole hours the last one counts.
  const isByMinutes = minute !== "0";
  const end = isByMinutes ? last - 1 : last;
  if (Number.isNaN(first) || Number.isNaN(last) || end < first || first > 23 || end > 23)
    return {
      ...place,
      cron: null,
      unclear: `"${found[0].trim()}" names no hours of one day that I can read. Say for example "every 15 minutes between 9 and 17", with the earlier hour first.`,
    };
  const stride = step === "*" ? "" : step.replace("*", "");
  const hours = end === first ? `${first}` : `${first}-${end}${stride}`;
  return { ...place, cron: `${minute} ${hours} * * ${days}`, unclear: null };
}

const EXCEPT = new RegExp(
  `(?<!\\p{L})(?<base>(?:every|each) day|daily|all days|(?:every |on )?(?:${WORKING})|every day of the week)(?<early>${TIME})?,? (?:except|but not|other than|apart from|excluding|save|besides)(?: for)?(?: on)? (?<days>${DAYS}|weekends?|the weekend)(?<late>${TIME})?(?=[\\s,;:.!?)]|$)`,
  "iu",
);

/** "Every day except Sunday at 9": the days that are left. */
export function daysExceptIn(text: string): Phrase | null {
  const found = EXCEPT.exec(text);
  if (!found) return null;
  const base = new RegExp(WORKING, "i").test(found.groups?.["base"] ?? "")
    ? [1, 2, 3, 4, 5]
    : [1, 2, 3, 4, 5, 6, 0];
  const gone = daysOf(found.groups?.["days"]).split(",").map(Number);
  const left = base.filter((day) => !gone.includes(day));
  const time = timeIn((found.groups?.["late"] ?? found.groups?.["early"] ?? "").trim());
  const place = { words: found[0], start: found.index, end: found.index + found[0].length };
  return {
    ...place,
    cron: left.length === 0 ? null : `${time ?? "0 9"} * * ${left.join(",")}`,
    isTimed: time !== null,
    unclear: null,
  };
}

const RANGE = new RegExp(
  `(?<!\\p{L})(?:(?:every|each|on|from|von) )?(?<first>${DAY}) ?(?:to|through|thru|until|bis|[-–]) ?(?<last>${DAY})(?<time>${TIME})(?=[\\s,;:.!?)]|$)`,
  "iu",
);

/** "Monday to Friday at 9". */
export function dayRangeIn(text: string): Phrase | null {
  const found = RANGE.exec(text);
  const time = timeIn((found?.groups?.["time"] ?? "").trim());
  if (!found || time === null) return null;
  const [first, last] = [found.groups?.["first"], found.groups?.["last"]].map((day) =>
    Number(dayNumbers(day ?? "")),
  );
  const from = first ?? 0;
  const days = Array.from(
    { length: (((last ?? 0) - from + 7) % 7) + 1 },
    (_item, index) => (from + index) % 7,
  );
  const place = { words: found[0], start: found.index, end: found.index + found[0].length };
  return { ...place, cron: `${time} * * ${days.join(",")}`, isTimed: true, unclear: null };
}

function daysOf(words: string | undefined): string {
  if (words === undefined) return "*";
  if (/weekend/i.test(words)) return "0,6";
  return dayNumbers(words) || "1-5";
}

function hourOf(words: string): number {
  if (/midnight/i.test(words)) return 24;
  return Number((timeIn(words.trim()) ?? "").split(" ")[1]);
}
