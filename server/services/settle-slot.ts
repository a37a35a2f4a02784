import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { scheduleSlots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { AppError } from "#server/errors.ts";
import type { SlotReason, SlotStatus } from "#server/core/trigger.ts";
import { executeIn } from "./executor.ts";
import type { ScheduleRow } from "./find-schedule.ts";
import { startRunIn } from "./start-run.ts";

type Outcome = {
  status: SlotStatus;
  reason: SlotReason | null;
  detail: string | null;
  runId: string | null;
};

/** What became of a slot. */
export type SettledSlot = Outcome & { scheduledFor: Date };

const NOTHING_MORE = { reason: null, detail: null, runId: null };

const OPEN_RUN = `
select id from runs where status in ('queued', 'running', 'paused') and agent_id = $1
  and trigger ->> 'type' = 'schedule' and trigger ->> 'scheduleId' = $2 limit 1`;

/**
 * Settles a slot that is due: a run, a place in the queue, or why there is none. null when the slot was
 * settled before. Its schedule has to be locked.
 */
export async function settleSlot(
  ctx: Context,
  tx: Db,
  schedule: ScheduleRow,
  scheduledFor: Date,
  now: Date,
): Promise<SettledSlot | null> {
  const [claimed] = await tx
    .insert(scheduleSlots)
    .values({ scheduleId: schedule.id, scheduledFor, status: "fired", settledAt: now })
    .onConflictDoNothing()
    .returning({ scheduleId: scheduleSlots.scheduleId });
  if (!claimed) return null;
  const outcome = (await overlapOutcome(tx, schedule)) ?? (await startSlot(ctx, tx, schedule, scheduledFor));
  return writeOutcome(tx, schedule, scheduledFor, { ...outcome, settledAt: now });
}

/** The slot that waits until the schedule's run has ended. It fires now, when that has, and never in a pause. */
export async function settleQueuedSlot(
  ctx: Context,
  tx: Db,
  schedule: ScheduleRow,
  { now, isPaused }: { now: Date; isPaused: boolean },
): Promise<SettledSlot | null> {
  const [waiting] = await tx.select().from(scheduleSlots).where(queuedOf(schedule)).limit(1);
  if (!waiting) return null;
  const { scheduledFor } = waiting;
  if (isPaused) {
    const detail = "The schedule was paused while this slot waited.";
    return writeOutcome(tx, schedule, scheduledFor, { ...skipped("overlap", detail), settledAt: now });
  }
  if (schedule.overlap !== "allow" && (await findOpenRun(tx, schedule)) !== null) return null;
  const outcome = await startSlot(ctx, tx, schedule, scheduledFor);
  return writeOutcome(tx, schedule, scheduledFor, { ...outcome, settledAt: now });
}

/** null where nothing keeps the slot from firing. */
async function overlapOutcome(tx: Db, schedule: ScheduleRow): Promise<Outcome | null> {
  if (schedule.overlap === "allow") return null;
  const runId = await findOpenRun(tx, schedule);
  if (runId === null) return null;
  if (schedule.overlap === "skip") return skipped("overlap", `Run "${runId}" was still going.`);
  const waiting = await tx.select().from(scheduleSlots).where(queuedOf(schedule)).limit(1);
  if (waiting.length === 0) return { ...NOTHING_MORE, status: "queued" };
  return skipped("overlap", `Run "${runId}" was still going, and a slot waited for it already.`);
}

async function startSlot(ctx: Context, tx: Db, schedule: ScheduleRow, scheduledFor: Date): Promise<Outcome> {
  try {
    const { runId } = await startRunIn(ctx, tx, {
      agentId: schedule.agentId,
      ...(schedule.input !== null && { input: schedule.input }),
      trigger: { type: "schedule", scheduleId: schedule.id, scheduledFor: scheduledFor.toISOString() },
    });
    return { ...NOTHING_MORE, status: "fired", runId };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return skipped("refused", error.message);
  }
}

function skipped(reason: SlotReason, detail: string): Outcome {
  return { ...NOTHING_MORE, status: "skipped", reason, detail };
}

async function writeOutcome(
  tx: Db,
  schedule: ScheduleRow,
  scheduledFor: Date,
  { settledAt, ...outcome }: Outcome & { settledAt: Date },
): Promise<SettledSlot> {
  const ofSlot = and(eq(scheduleSlots.scheduleId, schedule.id), eq(scheduleSlots.scheduledFor, scheduledFor));
  await tx
    .update(scheduleSlots)
    .set({ ...outcome, settledAt })
    .where(ofSlot);
  return { ...outcome, scheduledFor };
}

function queuedOf({ id }: ScheduleRow) {
  return and(eq(scheduleSlots.scheduleId, id), eq(scheduleSlots.status, "queued"));
}

async function findOpenRun(tx: Db, { id, agentId }: ScheduleRow): Promise<string | null> {
  const [row] = await executeIn(tx)(OPEN_RUN, [agentId, id]);
  return row === undefined ? null : String(row["id"]);
}
