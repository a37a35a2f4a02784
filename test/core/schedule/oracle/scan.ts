import type { Stretch } from "./clocks.ts";
import type { Pattern } from "./pattern.ts";
import { DAY, MINUTE } from "./units.ts";

/**
 * The fires of a pattern: looks at the clocks minute by minute and notes when they show a time of it. A
 * pattern of fixed times counts each time as soon as the clocks show it or have jumped over it, and once.
 */
export function scan(pattern: Pattern, stretches: readonly Stretch[]): number[] {
  const { isTime, isDate, isFixedTime } = pattern;
  const isSlot = (wall: number) => isTime[wall % DAY] === 1 && isDate(Math.floor(wall / DAY));
  const fires: number[] = [];
  let highest = 0;
  for (const { from, to, offset } of stretches) {
    if (isFixedTime && highest > 0 && isJumpedOver(highest + 1, from + offset, isSlot))
      fires.push(from * MINUTE);
    for (let minute = from; minute < to; minute++) {
      // As an integer: the remainder of a floating-point number takes ten times as long.
      const wall = (minute + offset) | 0;
      const isNew = wall > highest && minute > from;
      if (isTime[wall % DAY] === 1 && isSlot(wall) && (isNew || !isFixedTime)) fires.push(minute * MINUTE);
      if (wall > highest) highest = wall;
      // Nothing happens on a date of other days until the clocks show the next one.
      if (wall % DAY === 0 && wall === highest && minute + DAY < to && !isDate(wall / DAY)) {
        minute += DAY - 1;
        highest += DAY - 1;
      }
    }
  }
  return fires;
}

/** Whether a change of the clocks brings a time, or leaves one out. */
function isJumpedOver(from: number, to: number, isSlot: (wall: number) => boolean): boolean {
  for (let wall = from; wall <= to; wall++) if (isSlot(wall)) return true;
  return false;
}
