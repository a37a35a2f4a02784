import { Cron } from "croner";
import { shortened } from "./characters.ts";
import { err, ok, type Result } from "./result.ts";
import { FIELDS, readField, sizeOf } from "./schedule-fields.ts";
import { nextFire } from "./schedule-fires.ts";
import { DAY_MS, type Schedule } from "./schedule-slots.ts";
import { readTimezone } from "./schedule-timezone.ts";

/** What keeps a schedule from being saved, at the field where it is. */
export type ScheduleProblem = { path: "cron" | "timezone"; message: string };

const MAX_LENGTH = 200;
const FORM = 'It takes five: minute, hour, day of month, month, day of week, such as "0 9 * * 1-5"';
const MACROS = new Map([
  ["@hourly", "0 * * * *"],
  ["@daily", "0 0 * * *"],
  ["@midnight", "0 0 * * *"],
  ["@weekly", "0 0 * * 0"],
  ["@monthly", "0 0 1 * *"],
  ["@yearly", "0 0 1 1 *"],
  ["@annually", "0 0 1 1 *"],
]);

/** A schedule that fires within eight years of `now`, or all that is wrong with it. */
export function readSchedule(cron: string, timezone: string, now: Date): Result<Schedule, ScheduleProblem[]> {
  const [pattern, zone] = [readCron(cron, now), readTimezone(timezone)];
  const problems: ScheduleProblem[] = [];
  if (!pattern.ok) problems.push(...pattern.error.map((message) => ({ path: "cron" as const, message })));
  if (!zone.ok) problems.push({ path: "timezone", message: zone.error });
  if (!pattern.ok || !zone.ok) return err(problems);
  const schedule = { ...pattern.value, timezone: zone.value };
  if (nextFire(schedule, now) !== null) return ok(schedule);
  const [minute, hour, , month] = schedule.cron.split(" ");
  const lastDay = `${minute} ${hour} L ${month} *`;
  const advice = wouldWork(lastDay, now)
    ? `, such as "${lastDay}" for the last day of ${month === "2" || month === "FEB" ? "February" : "the month"}`
    : "";
  const message = `The cron "${schedule.cron}" never fires: no time in the next eight years is one of its. Choose a date that comes${advice}.`;
  return err([{ path: "cron", message }]);
}

function wouldWork(cron: string, now: Date): boolean {
  const read = readCron(cron, now);
  return read.ok && nextFire({ ...read.value, timezone: "UTC" }, now) !== null;
}

function readCron(text: string, now: Date): Result<Omit<Schedule, "timezone">, string[]> {
  const fields = fieldsOf(text, now);
  if (!fields.ok) return err([fields.error]);
  const read = FIELDS.map((field, index) => readField(fields.value[index] ?? "", field));
  const problems = read.flatMap((field) => (field.ok ? [] : [field.error]));
  if (problems.length > 0) return err(problems);
  const [minutes = [], hours = []] = read.map((field) => (field.ok ? field.value : []));
  const [minute = "", hour = "", ...days] = fields.value;
  return ok({
    cron: fields.value.join(" "),
    times: hours.flatMap((value) => minutes.map((past) => value * 60 + past)),
    isFixedTime: !isEvery(minute, minutes, 0) && !isEvery(hour, hours, 1),
    firesOn: calendarOf(days),
  });
}

function fieldsOf(text: string, now: Date): Result<string[], string> {
  const cron = text.trim();
  if (cron === "") return err(`A cron is needed. ${FORM}.`);
  if (cron.length > MAX_LENGTH)
    return err(`The cron "${shortened(cron)}" is longer than ${MAX_LENGTH} characters.`);
  if (cron.startsWith("@")) return ofMacro(cron);
  const fields = cron.toUpperCase().split(/\s+/);
  if (fields.length !== FIELDS.length) return err(refusedCount(cron, fields, now));
  return ok(fields.map((field, index) => (field === "?" && (index === 2 || index === 4) ? "*" : field)));
}

function ofMacro(cron: string): Result<string[], string> {
  const meant = MACROS.get(cron.toLowerCase());
  if (meant !== undefined) return ok(meant.split(" "));
  return err(
    `The cron "${cron}" is none of ${[...MACROS.keys()].join(", ")}. Five fields would work too, such as "*/5 * * * *" for every five minutes.`,
  );
}

function refusedCount(cron: string, fields: readonly string[], now: Date): string {
  const count = fields.length;
  const hasYear = /^\d{4}/.test(fields.at(-1) ?? "");
  const unsupported = count === 7 ? "seconds and years are" : hasYear ? "years are" : "seconds are";
  const five = (count === 6 && hasYear ? fields.slice(0, 5) : fields.slice(1, 6)).join(" ");
  if ((count !== FIELDS.length + 1 && count !== FIELDS.length + 2) || !wouldWork(five, now))
    return `The cron "${cron}" has ${count === 1 ? "one field" : `${count} fields`}. ${FORM}.`;
  return `The cron "${cron}" has ${count === 6 ? "six" : "seven"} fields, and ${unsupported} not supported: it may fire once a minute at most. "${five}" would work.`;
}

// A step that leaves one value, such as "*/24" as the hour, is that one value.
function isEvery(text: string, values: readonly number[], index: number): boolean {
  const field = FIELDS[index];
  return values.length > 1 && (/[*/]/.test(text) || (field !== undefined && values.length === sizeOf(field)));
}

// croner knows the calendar: L, W, #, and that a date fires if either of two restricted day fields matches.
// At an offset of zero its dates have no clocks that change.
function calendarOf(days: readonly string[]): (day: number) => boolean {
  const calendar = new Cron(`0 0 ${days.join(" ")}`, { utcOffset: 0, mode: "5-part" });
  return (day) => calendar.match(new Date(day * DAY_MS));
}
