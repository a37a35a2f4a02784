import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { schedules } from "#db/schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import { conflict } from "#server/errors.ts";
import type { ScheduleRow } from "./find-schedule.ts";

type Times = Pick<ScheduleRow, "agentId" | "cron" | "timezone" | "input">;
type Wanted = Times & Pick<ScheduleRow, "overlap" | "catchUp" | "enabled" | "pausedUntil">;

/** The schedule that the agent has already. One of the same times and input that differs beside them is refused. */
export async function findEqualSchedule(tx: Db, wanted: Wanted): Promise<ScheduleRow | null> {
  const like = await findLike(tx, wanted, null);
  if (like === null) return null;
  const isEqual =
    like.overlap === wanted.overlap &&
    like.catchUp === wanted.catchUp &&
    like.enabled === wanted.enabled &&
    like.pausedUntil?.getTime() === wanted.pausedUntil?.getTime();
  if (!isEqual) throw twice(like);
  return like;
}

/** Refuses to change a schedule into one that the agent has beside it. */
export async function refuseSecond(tx: Db, wanted: Times, changedId: string): Promise<void> {
  const like = await findLike(tx, wanted, changedId);
  if (like !== null) throw twice(like);
}

async function findLike(tx: Db, wanted: Times, changedId: string | null): Promise<ScheduleRow | null> {
  const rows = await tx.select().from(schedules).where(eq(schedules.agentId, wanted.agentId));
  const like = rows.find(
    ({ id, cron, timezone, input }) =>
      id !== changedId &&
      cron === wanted.cron &&
      timezone === wanted.timezone &&
      canonicalJson(input) === canonicalJson(wanted.input),
  );
  return like ?? null;
}

function twice({ id, cron, timezone }: ScheduleRow) {
  return conflict(
    `The agent has the schedule "${cron}" (${timezone}) with this input already, and two would start each run twice. Change the one that stands.`,
    { scheduleId: id },
  );
}
