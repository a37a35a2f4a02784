import { listOf } from "./list-of.ts";
import { changedSlots, changeInWords, dateInWords, timeOfDay } from "./schedule-clock-words.ts";
import { firesBetween, nextFire } from "./schedule-fires.ts";
import { DAY_MS, MINUTE_MS, type Schedule } from "./schedule-slots.ts";
import { describeSchedule, hasEitherDay } from "./schedule-words.ts";
import { type ClockChange, clockChanges, clocksAt } from "./schedule-zone-clocks.ts";
import type { TriggerWarning } from "./trigger-views.ts";

const YEAR_MS = 366 * DAY_MS;
const MOST_NAMED = 3;
// What is mostly meant by a week of dates beside a weekday.
const WEEKS = new Map([
  ["1-7", { suffix: "#1", place: "first" }],
  ["8-14", { suffix: "#2", place: "second" }],
  ["15-21", { suffix: "#3", place: "third" }],
  ["22-28", { suffix: "#4", place: "fourth" }],
  ["25-31", { suffix: "L", place: "last" }],
]);
const WEEKDAYS = /^(?:\d|[A-Z]{3})(?:,(?:\d|[A-Z]{3}))*$/;

/** What a person should know of a schedule that fires, but perhaps not when they mean it to. */
export function scheduleWarnings(schedule: Schedule, now: Date): TriggerWarning[] {
  const changes = clockChanges(schedule.timezone, now.getTime(), now.getTime() + YEAR_MS);
  return [
    ...eitherDay(schedule),
    ...changes.flatMap((change) => changedClocks(schedule, change)),
    ...rare(schedule, now),
  ];
}

function eitherDay({ cron, timezone }: Schedule): TriggerWarning[] {
  if (!hasEitherDay(cron)) return [];
  const [minute, hour, dayOfMonth = "", month, dayOfWeek = ""] = cron.split(" ");
  const message = "Both day fields are set, and a date fires if either matches.";
  const week = WEEKS.get(dayOfMonth);
  if (!week || !WEEKDAYS.test(dayOfWeek)) return [{ code: "either_day", message }];
  const days = dayOfWeek.split(",").map((day) => `${day}${week.suffix}`);
  const meant = `${minute} ${hour} * ${month} ${days.join(",")}`;
  const words = describeSchedule({ cron: meant, timezone });
  const instead = `If only the ${week.place} such weekday of the month is meant, write "${meant}": ${words}.`;
  return [{ code: "either_day", message: `${message} ${instead}` }];
}

function changedClocks(schedule: Schedule, change: ClockChange): TriggerWarning[] {
  const slots = changedSlots(schedule, change);
  if (slots.length === 0 || keepsItsPace(schedule, change)) return [];
  const { date, change: words } = changeInWords(change);
  const isGap = change.after > change.before;
  const effect = isGap ? gapEffect(schedule, change, slots) : overlapEffect(schedule, slots);
  return [{ code: isGap ? "dst_gap" : "dst_overlap", message: `On ${date} ${words}: ${effect}.` }];
}

function gapEffect(schedule: Schedule, change: ClockChange, slots: readonly number[]): string {
  const [missing, leftOut] = slots.length === 1 ? ["does", "is"] : ["do", "are"];
  const slot = `${namedTimes(slots)} ${missing} not exist`;
  if (schedule.isFixedTime)
    return `${slot}, and it fires once at ${timeOfDay(change.at + change.after)} instead`;
  return `${slot}, and ${firesOnDateOf(schedule, slots[0] ?? 0) ? `${leftOut} left out` : "nothing fires on that date"}`;
}

function overlapEffect(schedule: Schedule, slots: readonly number[]): string {
  const twice = `${namedTimes(slots)} ${slots.length === 1 ? "comes" : "come"} twice, and it fires`;
  return `${twice} ${schedule.isFixedTime ? "at the first only" : "both times"}`;
}

/** Of a schedule of every hour that a change shifts onto itself: nobody sees a difference. */
function keepsItsPace({ isFixedTime, times }: Schedule, { before, after }: ClockChange): boolean {
  const minutes = new Set(times.map((time) => time % 60));
  const isHourly = times.length === minutes.size * 24;
  const shift = Math.abs(after - before) / MINUTE_MS;
  return !isFixedTime && isHourly && [...minutes].every((minute) => minutes.has((minute + shift) % 60));
}

function firesOnDateOf(schedule: Schedule, wall: number): boolean {
  const start = Math.floor(wall / DAY_MS) * DAY_MS;
  const around = [...firesBetween(schedule, start - DAY_MS, start + 2 * DAY_MS)];
  return around.some((fire) => {
    const local = fire + clocksAt(schedule.timezone, fire).offset;
    return local >= start && local < start + DAY_MS;
  });
}

function namedTimes(slots: readonly number[]): string {
  const times = slots.map(timeOfDay);
  return times.length <= MOST_NAMED ? listOf(times) : `${times[0]} to ${times.at(-1)}`;
}

function rare(schedule: Schedule, now: Date): TriggerWarning[] {
  const next = nextFire(schedule, now)?.getTime();
  if (next === undefined || next - now.getTime() <= YEAR_MS) return [];
  const date = dateInWords(next + clocksAt(schedule.timezone, next).offset);
  return [{ code: "rare", message: `It fires for the first time on ${date}, more than a year from now.` }];
}
