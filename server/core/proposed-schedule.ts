import type { z } from "zod";
import { shortened } from "./characters.ts";
import type { SetScheduleInput } from "./edit-schema-schedule.ts";
import type { Json } from "./json.ts";
import { parseJson } from "./parse-json.ts";
import { err, ok, type Result } from "./result.ts";
import { readSchedule } from "./schedule.ts";
import { firesOutsidePause, pauseBetween } from "./schedule-pause.ts";
import { scheduleWarnings } from "./schedule-warnings.ts";
import { describeSchedule } from "./schedule-words.ts";
import { readTimezone } from "./schedule-timezone.ts";
import { timezoneOfPlace } from "./timezone-places.ts";
import type { catchUpSchema, overlapSchema } from "./trigger.ts";
import type { TriggerWarning } from "./trigger-views.ts";

/** A schedule of the agent as the planner is told of it. */
export type ScheduleFacts = StoredSchedule & { scheduleId: string; broken: string | null };

type StoredSchedule = {
  cron: string;
  timezone: string;
  overlap: z.infer<typeof overlapSchema>;
  catchUp: z.infer<typeof catchUpSchema>;
  input: Json | null;
  enabled: boolean;
  pausedFrom: string | null;
  pausedUntil: string | null;
};

/** What a card of a schedule holds. */
export type ProposedSchedule = StoredSchedule & {
  scheduleId?: string;
  remove?: true;
  words: string;
  nextFireTimes: string[];
  warnings: TriggerWarning[];
};

export type SchedulesAtHand = {
  schedules: readonly ScheduleFacts[];
  now: Date;
  /** The zone of a new schedule when none is said. */
  timezone: string;
};

const SHOWN_FIRES = 5;

/** What a call of `set_schedule` would store, or why it is refused, for whoever called. */
export function proposedSchedule(
  call: SetScheduleInput,
  at: SchedulesAtHand,
): Result<ProposedSchedule, string> {
  const base = scheduleMeant(call, at.schedules);
  if (!base.ok) return base;
  const changed = afterCall(call, base.value, at);
  if (!changed.ok) return changed;
  const isRemoved = call.action === "remove";
  if (base.value !== null && !isRemoved && isAlike(base.value, changed.value))
    return err(`The schedule already is so: ${describeSchedule(base.value)}.`);
  return withPreview(changed.value, base.value, at.now, isRemoved);
}

/** The schedule that the call is about; null for a new one. */
function scheduleMeant(
  { action, schedule, cron }: SetScheduleInput,
  schedules: readonly ScheduleFacts[],
): Result<ScheduleFacts | null, string> {
  const [first, ...others] = schedules;
  const listed = schedules.map((item, index) => `${index + 1}: ${describeSchedule(item)}`).join("; ");
  if (schedule !== null) {
    const found = schedules[schedule - 1];
    return found
      ? ok(found)
      : err(`There is no schedule ${schedule}. ${first ? `There are: ${listed}.` : "There is none yet."}`);
  }
  if (action === "set" && cron !== null) return ok(null);
  if (first === undefined) {
    return err(
      action === "set"
        ? "A new schedule needs a cron of five fields, such as 0 9 * * 1-5."
        : `There is no schedule to ${action}.`,
    );
  }
  return others.length === 0 ? ok(first) : err(`Which schedule? Give its number. There are: ${listed}.`);
}

function afterCall(
  call: SetScheduleInput,
  base: ScheduleFacts | null,
  { now, timezone: zoneUnsaid }: SchedulesAtHand,
): Result<StoredSchedule, string> {
  const stored = base === null ? newSchedule(call.cron ?? "", zoneUnsaid) : storedPart(base);
  if (call.action === "remove") return ok(stored);
  if (call.action === "resume") return ok({ ...stored, enabled: true, pausedFrom: null, pausedUntil: null });
  if (call.action === "pause" && call.pausedFrom === null && call.pausedUntil === null)
    return ok({ ...stored, enabled: false });

  const zone = call.timezone === null ? ok(stored.timezone) : zoneSaid(call.timezone, now);
  if (!zone.ok) return zone;
  const input = inputSaid(call.input, stored.input);
  if (!input.ok) return input;
  const isPaused = call.pausedFrom !== null || call.pausedUntil !== null;
  const pause = isPaused ? pauseBetween(call, zone.value, now) : ok(stored);
  if (!pause.ok) return pause;
  return ok({
    ...stored,
    cron: call.cron ?? stored.cron,
    timezone: zone.value,
    overlap: call.overlap ?? stored.overlap,
    catchUp: call.catchUp ?? stored.catchUp,
    input: input.value,
    pausedFrom: pause.value.pausedFrom,
    pausedUntil: pause.value.pausedUntil,
  });
}

function newSchedule(cron: string, timezone: string): StoredSchedule {
  return {
    cron,
    timezone,
    overlap: "skip",
    catchUp: "latest",
    input: null,
    enabled: true,
    pausedFrom: null,
    pausedUntil: null,
  };
}

function storedPart({ scheduleId: _id, broken: _broken, ...stored }: ScheduleFacts): StoredSchedule {
  return stored;
}

function zoneSaid(place: string, now: Date): Result<string, string> {
  const found = timezoneOfPlace(place, now);
  if (found.type === "zone") return ok(found.timezone);
  if (found.type === "unknown") {
    const read = readTimezone(place);
    const near = found.near === null ? "" : ` Did you mean ${found.near}?`;
    return read.ok ? read : err(`${read.error}${near}`);
  }
  return err(
    `"${place}" keeps more than one time: ${found.timezones.slice(0, 6).join(", ")}. Ask which city's clocks are meant.`,
  );
}

function inputSaid(text: string | null, standing: Json | null): Result<Json | null, string> {
  if (text === null || text.trim() === "") return ok(standing);
  const read = parseJson(text);
  return read.ok ? read : err(`The input ${shortened(text)} is not JSON. Give JSON as text, or null.`);
}

function isAlike(base: ScheduleFacts, changed: StoredSchedule): boolean {
  return JSON.stringify(storedPart(base)) === JSON.stringify({ ...storedPart(base), ...changed });
}

function withPreview(
  stored: StoredSchedule,
  base: ScheduleFacts | null,
  now: Date,
  isRemoved: boolean,
): Result<ProposedSchedule, string> {
  const place = {
    ...(base !== null && { scheduleId: base.scheduleId }),
    ...(isRemoved && { remove: true as const }),
  };
  const read = readSchedule(stored.cron, stored.timezone, now);
  if (!read.ok) {
    // What cannot fire any more can still be taken away.
    if (isRemoved) return ok({ ...stored, ...place, words: stored.cron, nextFireTimes: [], warnings: [] });
    return err(read.error.map((problem) => problem.message).join(" "));
  }
  const { cron, timezone } = read.value;
  const fires = isRemoved || !stored.enabled ? [] : firesOutsidePause(read.value, stored, now, SHOWN_FIRES);
  return ok({
    ...stored,
    ...place,
    cron,
    timezone,
    words: describeSchedule(read.value),
    nextFireTimes: fires.map((fire) => fire.toISOString()),
    warnings: isRemoved ? [] : scheduleWarnings(read.value, now),
  });
}
