import { DAY_MS, type Schedule, slotsBetween } from "./schedule-slots.ts";
import type { ClockChange } from "./schedule-zone-clocks.ts";

const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

/** `28 March 2027` of a wall time. */
export function dateInWords(wall: number): string {
  return DATE.format(wall);
}

/** `02:30` of a wall time. */
export function timeOfDay(wall: number): string {
  return new Date(wall).toISOString().slice(11, 16);
}

/** `clocks go from 02:00 to 03:00`, with the date on which they do. */
export function changeInWords({ at, before, after }: ClockChange): { date: string; change: string } {
  const [from, to] = [at + before, at + after];
  const endsDay = from % DAY_MS === 0 && to < from;
  const [direction, start] = [to < from ? "go back" : "go", endsDay ? "24:00" : timeOfDay(from)];
  return {
    date: dateInWords(Math.min(from, to)),
    change: `clocks ${direction} from ${start} to ${timeOfDay(to)}`,
  };
}

/** The slots that a change leaves out, or that come twice because of it. */
export function changedSlots(schedule: Schedule, { at, before, after }: ClockChange): number[] {
  return [...slotsBetween(schedule, at + Math.min(before, after), at + Math.max(before, after))];
}
