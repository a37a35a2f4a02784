import { NAMED_TIME, TIME, timeIn } from "./time-of-day.ts";

const MARK = "(?: ?(?:am|pm|a\\.m\\.|p\\.m\\.|o'clock|uhr|h))";
const BY_CLOCK = `(?:${NAMED_TIME}|\\d{1,2}(?:[:.]\\d{2}| ?h ?\\d{2})${MARK}?|\\d{1,2}${MARK})`;
// A bare number is a time where no other word is counted by it: "and 3 files".
const BARE =
  "\\d{1,2}(?!\\s+(?!(?:in|on|every|each|too|also|as well|instead|please|and|und|y|et|at|from|with|without|but|utc|gmt|bitte|daily|today)(?!\\p{L}))\\p{L})";
const ITEM = `(?:(?:again|once more|then|also|once) )*(?:at |um |a las? |à |@ ?)?(?:${BY_CLOCK}|${BARE})(?=[\\s,:;.!?)]|$)`;
const AND = "(?:and|und|y|et|&|as well as|sowie)";
const FURTHER = `(?:(?:\\s*,\\s*${ITEM})*\\s*,?\\s+${AND}\\s+${ITEM}|(?:\\s*,\\s*(?:at |um )?${BY_CLOCK}(?=[\\s,:;.!?)]|$))+)`;

/** One or more times of day in a pattern: "9:00", "9, 12 and 17:30". */
export const TIMES = `${TIME}${FURTHER}?`;

/** What stands at the start of a text as more times of the day, to follow on a first one; "" for nothing. */
export function furtherTimes(text: string): string {
  return new RegExp(`^${FURTHER}`, "iu").exec(text)?.[0] ?? "";
}

type Times = { times: string[]; unclear: string | null };

/** The times that words name, as minutes and hours of crons; null for one time or none. */
export function cronTimes(words: string): Times | null {
  const list = new RegExp(`(?<first>${TIME})(?<behind>${FURTHER})`, "iu").exec(words)?.groups;
  if (!list) return null;
  const items = [
    list["first"] ?? "",
    ...(list["behind"] ?? "").split(new RegExp(`\\s*,\\s*|\\s+${AND}\\s+`, "iu")),
  ]
    .map((item) => item.trim())
    .filter((item) => item !== "" && !new RegExp(`^${AND}$`, "iu").test(item))
    .map((item) =>
      item
        .replace(new RegExp(`^${AND}\\s+`, "iu"), "")
        .replace(/^(?:(?:again|once more|then|also|once) )+/iu, ""),
    );
  const wrong = items.map((item) => noSuchTime(`at ${item}`)).find((problem) => problem !== null);
  if (wrong !== undefined) return { times: [], unclear: wrong };
  const half = items.find((item, index) => isOpenHalf(item, items.slice(index + 1), items));
  const unclear =
    half === undefined
      ? null
      : `Is "${half.replace(/^\D+/, "")}" in the morning or in the afternoon? Say each time with am or pm, or on 24 hours.`;
  const hours = new Map<string, Set<number>>();
  for (const item of items) {
    const [minute = "", hour] = (timeIn(item) ?? "").split(" ");
    if (hour !== undefined) hours.set(minute, (hours.get(minute) ?? new Set()).add(Number(hour)));
  }
  const times = [...hours].map(([minute, at]) => `${minute} ${[...at].toSorted((a, b) => a - b).join(",")}`);
  return { times, unclear };
}

const HALF = /\d ?(?:am|pm|a\.m\.|p\.m\.)/i;

// Beside "5 pm" a 4 may be either; a 9 in front of it can only be in the morning.
function isOpenHalf(item: string, later: readonly string[], all: readonly string[]): boolean {
  const hour = Number(/\d+/.exec(item)?.[0] ?? "24");
  if (HALF.test(item) || hour > 12 || hour === 0 || !all.some((other) => HALF.test(other))) return false;
  return !later.some(
    (other) => /\d ?p\.?m/i.test(other) && Number.parseInt(other.replace(/^\D+/, ""), 10) < hour,
  );
}

/** Why a time that words name is none; null when it is one. */
export function noSuchTime(words: string): string | null {
  const found =
    /(?:^|\s)(?:(?:at|um|a las?|à|@|by) ?(\d{1,2})(?:[:.](\d{2}))?|(\d{1,2}):(\d{2}))(?=$|[\s,;.!?)])(?! (?:minutes|hours))/iu.exec(
      words,
    );
  if (!found) return null;
  const [hour, minute] = [Number(found[1] ?? found[3]), Number(found[2] ?? found[4] ?? 0)];
  if (hour <= 23 && minute <= 59) return null;
  const midnight = hour === 24 && minute === 0 ? ' Midnight is "0:00", the start of a day.' : "";
  const said = found[0].trim().replace(/^\D+/, "");
  return `"${said}" is no time of the day: hours go from 0 to 23 and minutes from 0 to 59.${midnight} At what time should it run?`;
}
