import { counted } from "./counted.ts";
import { clocksAt } from "./schedule-zone-clocks.ts";
import type { SlotReason } from "./trigger.ts";

export type UnfiredSlots = {
  count: number;
  /** Whether there may be more than were counted. */
  isAtLeast: boolean;
  since: Date;
  reason: SlotReason | null;
  detail: string | null;
};

type Named = { cron: string; timezone: string };

const WHY: Record<SlotReason, string> = {
  refused: "No run could be started",
  overlap: "A run of it was still going",
  downtime: "No worker was there to fire them",
};

/** Why nobody heard of a schedule. */
export function silentWords(
  schedule: Named,
  { count, isAtLeast, since, reason, detail }: UnfiredSlots,
): string {
  const why = reason === null ? "" : ` ${WHY[reason]}${detail === null ? "." : `: ${detail}`}`;
  const slots = `${isAtLeast ? "at least " : ""}${counted(count, "slot")}`;
  return `${nameOf(schedule)} started no run for ${slots}, since ${onItsClocks(schedule, since)}.${why}`;
}

/** Of slots that have passed and that nothing was written of, although workers are there. */
export function stuckWords(schedule: Named, count: number, since: Date): string {
  return `${nameOf(schedule)} started no run for ${counted(count, "slot")}, since ${onItsClocks(schedule, since)}. They could not be settled; the log of the workers says why.`;
}

export function brokenWords(schedule: Named, broken: string): string {
  return `${nameOf(schedule)} cannot fire: ${broken}`;
}

function nameOf({ cron, timezone }: Named): string {
  return `The schedule "${cron}" (${timezone})`;
}

/** `2027-03-28 09:00`. */
function onItsClocks({ timezone }: Named, at: Date): string {
  const { offset } = clocksAt(timezone, at.getTime());
  return new Date(at.getTime() + offset).toISOString().slice(0, 16).replace("T", " ");
}
