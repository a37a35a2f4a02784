import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { schedules } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { firesOutside, pauseOf } from "#server/core/due-slots.ts";
import type { Json } from "#server/core/json.ts";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import { invalid } from "#server/errors.ts";
import { checkCron, checkInput, checkPause } from "./check-schedule-values.ts";
import { executeIn } from "./executor.ts";
import { lockAgent, refuseArchived } from "./find-agent.ts";
import { findEqualSchedule } from "./find-equal-schedule.ts";
import { type ScheduleRow, tellOfSchedule } from "./find-schedule.ts";
import { readDatabaseTime } from "./read-database-time.ts";
import { viewOneSchedule } from "./view-schedules.ts";

const MOST_SCHEDULES = 100;

export type NewSchedule = {
  agentId: string;
  cron: string;
  timezone: string;
  overlap?: ScheduleRow["overlap"] | undefined;
  catchUp?: ScheduleRow["catchUp"] | undefined;
  /** What every run of it starts with. */
  input?: Json | undefined;
  enabled?: boolean | undefined;
  pausedFrom?: string | null | undefined;
  pausedUntil?: string | null | undefined;
};

/**
 * Gives the agent a schedule that fires from the next slot on. One that it has already in the same words
 * stays the only one, so that whoever asks twice starts no run twice.
 */
export async function createSchedule(
  ctx: Context,
  input: NewSchedule,
): Promise<{ schedule: ScheduleView; created: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, input.agentId);
    refuseArchived(agent);
    const now = await readDatabaseTime(executeIn(tx));
    const { overlap = "skip", catchUp = "latest", enabled = true } = input;
    const schedule = checkCron(input.cron, input.timezone, now);
    const pause = checkPause(input, { pausedFrom: null, pausedUntil: null }, now);
    const wanted = {
      agentId: agent.id,
      cron: schedule.cron,
      timezone: schedule.timezone,
      overlap,
      catchUp,
      input: checkInput(input.input ?? null),
      enabled,
      ...pause,
    };
    const standing = await findEqualSchedule(tx, wanted);
    if (standing !== null) return { schedule: await viewOneSchedule(tx, standing), created: false };
    await refuseTooMany(tx, agent.id);

    const [next] = firesOutside(schedule, now, 1, pauseOf(pause.pausedFrom, pause.pausedUntil));
    const [row] = await tx
      .insert(schedules)
      .values({
        id: ctx.newId("sched"),
        ...wanted,
        nextFireAt: enabled ? (next ?? null) : null,
        settledAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    if (!row) throw new Error("Insert into schedules returned no row.");
    await tellOfSchedule(tx, row.id);
    return { schedule: await viewOneSchedule(tx, row), created: true };
  });
}

async function refuseTooMany(tx: Db, agentId: string): Promise<void> {
  const count = await tx.$count(schedules, eq(schedules.agentId, agentId));
  if (count < MOST_SCHEDULES) return;
  const message = `An agent has at most ${MOST_SCHEDULES} schedules, and this one has as many. Delete one first.`;
  throw invalid(message);
}
