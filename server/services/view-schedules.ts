import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { runs, scheduleSlots } from "#db/schema.ts";
import { firesOutside, pauseOf } from "#server/core/due-slots.ts";
import { scheduleWarnings } from "#server/core/schedule-warnings.ts";
import { describeSchedule } from "#server/core/schedule-words.ts";
import type { ScheduleView, SlotView, TriggerWarning } from "#server/core/trigger-views.ts";
import { executeIn } from "./executor.ts";
import type { ScheduleRow } from "./find-schedule.ts";
import { readDatabaseTime } from "./read-database-time.ts";
import { readStoredSchedule } from "./read-stored-schedule.ts";
import { SLOT_FIELDS, viewSlot } from "./view-slot.ts";
import { readScheduleWarner } from "./warn-triggers.ts";

const SHOWN_FIRES = 10;

/** Schedules as they stand now, in the order given. */
export async function viewSchedules(db: Db, rows: readonly ScheduleRow[]): Promise<ScheduleView[]> {
  if (rows.length === 0) return [];
  const now = await readDatabaseTime(executeIn(db));
  const lastSlots = await findLastSlots(
    db,
    rows.map(({ id }) => id),
  );
  const warners = new Map<string, Awaited<ReturnType<typeof readScheduleWarner>>>();
  for (const agentId of new Set(rows.map((row) => row.agentId)))
    warners.set(agentId, await readScheduleWarner(db, agentId));
  return rows.map((row) =>
    viewSchedule(row, now, lastSlots.get(row.id) ?? null, warners.get(row.agentId)?.(row.input) ?? []),
  );
}

export async function viewOneSchedule(db: Db, row: ScheduleRow): Promise<ScheduleView> {
  const [view] = await viewSchedules(db, [row]);
  if (!view) throw new Error("A schedule that is there gave no view");
  return view;
}

function viewSchedule(
  row: ScheduleRow,
  now: Date,
  lastSlot: SlotView | null,
  warnings: readonly TriggerWarning[],
): ScheduleView {
  const { id, agentId, cron, timezone, overlap, catchUp, input, enabled, pausedFrom, pausedUntil } = row;
  const read = readStoredSchedule(row, now);
  const canFire = enabled && row.broken === null;
  const fires =
    read.ok && canFire ? firesOutside(read.value, now, SHOWN_FIRES, pauseOf(pausedFrom, pausedUntil)) : [];
  return {
    scheduleId: id,
    agentId,
    cron,
    timezone,
    words: read.ok ? describeSchedule(read.value) : `${cron} (${timezone})`,
    overlap,
    catchUp,
    input,
    enabled,
    pausedFrom: pausedFrom?.toISOString() ?? null,
    pausedUntil: pausedUntil?.toISOString() ?? null,
    broken: row.broken ?? (read.ok ? null : read.error),
    nextFireTimes: fires.map((fire) => fire.toISOString()),
    warnings: [...warnings, ...(read.ok ? scheduleWarnings(read.value, now) : [])],
    lastSlot,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

async function findLastSlots(db: Db, ids: readonly string[]): Promise<Map<string, SlotView>> {
  const newest = sql`(select max(n.scheduled_for) from schedule_slots n where n.schedule_id = ${scheduleSlots.scheduleId})`;
  const rows = await db
    .select(SLOT_FIELDS)
    .from(scheduleSlots)
    .leftJoin(runs, eq(runs.id, scheduleSlots.runId))
    .where(and(inArray(scheduleSlots.scheduleId, [...ids]), eq(scheduleSlots.scheduledFor, newest)));
  return new Map(rows.map((row) => [row.scheduleId, viewSlot(row)]));
}
