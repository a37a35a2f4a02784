import { getTableColumns } from "drizzle-orm";
import { runs, scheduleSlots } from "#db/schema.ts";
import type { SlotView } from "#server/core/trigger-views.ts";

/** What is read of a slot, beside the run that it started. */
export const SLOT_FIELDS = { ...getTableColumns(scheduleSlots), runStatus: runs.status };

type SlotRow = typeof scheduleSlots.$inferSelect & { runStatus: SlotView["runStatus"] };

export function viewSlot(row: SlotRow): SlotView {
  const { scheduledFor, status, reason, count, lastFor, detail, runId, runStatus, settledAt } = row;
  return {
    scheduledFor: scheduledFor.toISOString(),
    status,
    reason,
    count,
    lastFor: lastFor?.toISOString() ?? null,
    detail,
    runId,
    runStatus,
    settledAt: settledAt.toISOString(),
  };
}
