import type { scheduleSlots } from "#db/schema.ts";
import type { SlotView } from "#server/core/trigger-views.ts";

export function viewSlot(row: typeof scheduleSlots.$inferSelect): SlotView {
  const { scheduledFor, status, reason, count, lastFor, detail, runId, settledAt } = row;
  return {
    scheduledFor: scheduledFor.toISOString(),
    status,
    reason,
    count,
    lastFor: lastFor?.toISOString() ?? null,
    detail,
    runId,
    settledAt: settledAt.toISOString(),
  };
}
