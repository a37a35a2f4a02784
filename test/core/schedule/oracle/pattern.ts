import { DAY, MINUTE } from "./units.ts";

/** What a cron of numbers says, read apart from the product. */
export type Pattern = {
  /** 1 or 0 by minute of the day. */
  isTime: Uint8Array;
  /** By days since 1970. */
  isDate: (day: number) => boolean;
  isFixedTime: boolean;
};

export function readPattern(cron: string): Pattern {
  const [minute = "", hour = "", dayOfMonth = "", month = "", dayOfWeek = ""] = cron.split(" ");
  const [minutes, hours, months] = [numbers(minute, 0, 59), numbers(hour, 0, 23), numbers(month, 1, 12)];
  return {
    isTime: Uint8Array.from({ length: DAY }, (_item, time) =>
      hours.has(Math.floor(time / 60)) && minutes.has(time % 60) ? 1 : 0,
    ),
    isDate: (day) => {
      const date = new Date(day * DAY * MINUTE);
      if (!months.has(date.getUTCMonth() + 1)) return false;
      if (dayOfMonth === "*") return dayOfWeek === "*" || isInWeek(dayOfWeek, date);
      return isInMonth(dayOfMonth, date) || (dayOfWeek !== "*" && isInWeek(dayOfWeek, date));
    },
    isFixedTime: !/[*/]/.test(minute + hour),
  };
}

function numbers(text: string, least: number, most: number): Set<number> {
  const found = new Set<number>();
  for (const item of text.split(",")) {
    const [range = "", step = "1"] = item.split("/");
    const [from, to = from] = range === "*" ? [least, most] : range.split("-").map(Number);
    for (let value = from ?? most + 1; value <= (to ?? least); value += Number(step)) found.add(value);
  }
  return found;
}

function isInMonth(text: string, date: Date): boolean {
  const [day, length] = [date.getUTCDate(), monthLength(date)];
  return text.split(",").some((item) => {
    if (item === "L") return day === length;
    if (item === "LW") return day === nearestWeekday(length, date);
    if (item.endsWith("W"))
      return Number.parseInt(item, 10) <= length && day === nearestWeekday(Number.parseInt(item, 10), date);
    return numbers(item, 1, 31).has(day);
  });
}

function isInWeek(text: string, date: Date): boolean {
  const [day, weekday, length] = [date.getUTCDate(), date.getUTCDay(), monthLength(date)];
  return text.split(",").some((item) => {
    const [meant, place] = item.split("#").map((part) => Number.parseInt(part, 10));
    if (place !== undefined) return weekday === (meant ?? -1) % 7 && Math.ceil(day / 7) === place;
    if (item.endsWith("L")) return weekday === (meant ?? -1) % 7 && day + 7 > length;
    return [...numbers(item, 0, 6)].some((value) => value % 7 === weekday);
  });
}

/** The day of the same month, from Monday to Friday, that is nearest to a day. */
function nearestWeekday(day: number, date: Date): number {
  const candidates = [0, -1, 1, -2, 2].map((away) => day + away);
  const isWorkday = (candidate: number) => {
    const weekday = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), candidate)).getUTCDay();
    return candidate >= 1 && candidate <= monthLength(date) && weekday >= 1 && weekday <= 5;
  };
  return candidates.find(isWorkday) ?? 0;
}

function monthLength(date: Date): number {
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
}
