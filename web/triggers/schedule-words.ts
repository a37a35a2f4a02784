import type { ScheduleView, SlotView } from "#server/core/trigger-views.ts";
import { durationText, secondsBetween, timeUntil } from "#web/durations.ts";
import type { StateWords } from "#web/step-state.ts";
import { dateIn, dayAfter, dayText, zoneTimeText } from "./zone-time.ts";

// As the server has it: what is later was caught up.
const ON_TIME_SECONDS = 60;

type Pausable = Pick<ScheduleView, "enabled" | "pausedFrom" | "pausedUntil" | "timezone">;

export function isPaused({ enabled, pausedFrom, pausedUntil }: Pausable, now: number): boolean {
  if (!enabled) return true;
  if (pausedFrom === null || Date.parse(pausedFrom) > now) return false;
  return pausedUntil === null || Date.parse(pausedUntil) > now;
}

/** `from Aug 1, 2027 through Aug 31, 2027`, in whole dates of the schedule's zone; null without a pause. */
export function pauseText({ pausedFrom, pausedUntil, timezone }: Omit<Pausable, "enabled">): string | null {
  if (pausedFrom === null) return null;
  const from = whenText(pausedFrom, timezone);
  if (pausedUntil === null) return `from ${from} until you resume it`;
  if (!isStartOfDate(pausedUntil, timezone)) return `from ${from} to ${zoneTimeText(pausedUntil, timezone)}`;
  const last = dayText(dayAfter(dateIn(pausedUntil, timezone), -1));
  return from === last ? `on ${from}` : `from ${from} through ${last}`;
}

/** How a schedule stands, in one line and one icon. */
export function scheduleState(schedule: ScheduleView, now: number): StateWords {
  if (schedule.broken !== null) return { tone: "failed", label: "Cannot fire" };
  if (!schedule.enabled) return { tone: "skipped", label: "Paused until you resume it" };
  const pause = pauseText(schedule);
  if (isPaused(schedule, now)) return { tone: "skipped", label: `Paused ${pause}` };
  const next = schedule.nextFireTimes[0];
  if (next === undefined) return { tone: "skipped", label: "Fires no more" };
  const words = `Next ${zoneTimeText(next, schedule.timezone)}`;
  const soon = timeUntil(next, now);
  return { tone: "waiting", label: /^(in |now)/.test(soon) ? `${words}, ${soon}` : words };
}

/** What became of a slot. */
export function slotState(slot: SlotView): StateWords {
  const slots = slot.count === 1 ? "" : `${slot.count.toLocaleString("en")} slots `;
  switch (slot.status) {
    case "fired":
      if (slot.runStatus === "failed")
        return { tone: "failed", label: `Fired${lateText(slot)}: the run failed` };
      return { tone: "completed", label: `Fired${lateText(slot)}` };
    case "queued":
      return { tone: "waiting", label: "Waits until the run before it ends" };
    case "skipped":
      return {
        tone: "skipped",
        label:
          slot.reason === "overlap"
            ? "Skipped: the run before it was still going"
            : "Skipped: no run could start",
      };
    case "missed":
      return {
        tone: "failed",
        label: `${slots === "" ? "Missed" : `${slots}missed`}: the server was not running`,
      };
  }
}

// What is caught up was due before somebody was there to fire it.
function lateText({ scheduledFor, settledAt }: SlotView): string {
  const late = secondsBetween(scheduledFor, settledAt);
  return late <= ON_TIME_SECONDS ? "" : `, ${durationText(late)} late`;
}

/** When a slot was due; of a stretch of missed ones from when to when. */
export function slotTimeText(slot: SlotView, timezone: string): string {
  const first = zoneTimeText(slot.scheduledFor, timezone);
  return slot.lastFor === null || slot.lastFor === slot.scheduledFor
    ? first
    : `${first} – ${zoneTimeText(slot.lastFor, timezone)}`;
}

function whenText(at: string, timezone: string): string {
  return isStartOfDate(at, timezone) ? dayText(dateIn(at, timezone)) : zoneTimeText(at, timezone);
}

function isStartOfDate(at: string, timezone: string): boolean {
  return dateIn(at, timezone) !== dateIn(new Date(Date.parse(at) - 1).toISOString(), timezone);
}
