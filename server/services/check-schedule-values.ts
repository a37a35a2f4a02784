import type { Json } from "#server/core/json.ts";
import { readSchedule } from "#server/core/schedule.ts";
import type { Schedule } from "#server/core/schedule-slots.ts";
import { storableJson } from "#server/core/run-rules/storable.ts";
import { LATEST_TIME, parseTime } from "#server/core/time.ts";
import { type FieldIssue, invalid } from "#server/errors.ts";

type Times = { pausedFrom: Date | null; pausedUntil: Date | null };

/** The schedule, or a refusal that names each field with what would work. */
export function checkCron(cron: string, timezone: string, now: Date): Schedule {
  const read = readSchedule(cron, timezone, now);
  if (!read.ok) throw invalidCron(read.error);
  return read.value;
}

export function invalidCron(problems: readonly FieldIssue[]) {
  return invalid(problems.map(({ message }) => message).join(" "), problems);
}

export function checkInput(input: Json | null): Json | null {
  const stored = storableJson(input);
  if (!stored.ok) throw refused("input", `The input cannot be stored: ${stored.problem}.`);
  return input;
}

/** The pause as it is stored. An end without a beginning is a pause from now on; no beginning is no pause. */
export function checkPause(
  given: { pausedFrom?: string | null | undefined; pausedUntil?: string | null | undefined },
  standing: Times,
  now: Date,
): Times {
  const until = timeOf(given.pausedUntil, "pausedUntil", standing.pausedUntil);
  const from = timeOf(given.pausedFrom, "pausedFrom", standing.pausedFrom);
  if (given.pausedFrom === null) {
    if (typeof given.pausedUntil === "string")
      throw refused(
        "pausedFrom",
        '"pausedUntil" needs a beginning: leave "pausedFrom" out for now, or give it.',
      );
    return { pausedFrom: null, pausedUntil: null };
  }
  const pausedFrom = from ?? (until === null ? null : now);
  if (pausedFrom !== null && until !== null && until <= pausedFrom)
    throw refused(
      "pausedUntil",
      `The pause would end at ${until.toISOString()}, before it begins at ${pausedFrom.toISOString()}. Give a later "pausedUntil".`,
    );
  return { pausedFrom, pausedUntil: until };
}

function timeOf(text: string | null | undefined, path: string, standing: Date | null): Date | null {
  if (text === undefined) return standing;
  if (text === null) return null;
  const time = parseTime(text);
  if (time !== null && time >= 0 && time <= LATEST_TIME) return new Date(time);
  throw refused(
    path,
    `"${path}" is "${text.slice(0, 80)}", but it takes a time with its zone, such as 2027-08-01T00:00:00+02:00.`,
  );
}

function refused(path: string, message: string) {
  const issue: FieldIssue = { path, message };
  return invalid(message, [issue]);
}
