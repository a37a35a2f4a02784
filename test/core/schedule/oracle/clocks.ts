import { MINUTE } from "./units.ts";

/** From one minute to before another the clocks of the zone are `offset` minutes ahead of UTC. */
export type Stretch = { from: number; to: number; offset: number };

const HALF_DAY = 720;

/** How the clocks of a zone stand between two minutes since 1970, looked up twice a day. */
export function stretchesOf(timezone: string, from: number, to: number): Stretch[] {
  const offsetOf = offsetReader(timezone);
  const stretches: Stretch[] = [{ from, to, offset: offsetOf(from) }];
  for (let minute = from; minute < to; minute += HALF_DAY) {
    const end = Math.min(minute + HALF_DAY, to);
    const [before, after] = [offsetOf(minute), offsetOf(end)];
    if (before === after) continue;
    let [early, late] = [minute, end];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (offsetOf(middle) === before) early = middle;
      else late = middle;
    }
    const last = stretches.at(-1);
    if (last) last.to = late;
    stretches.push({ from: late, to, offset: after });
  }
  return stretches;
}

/** Reads the date and the time of day as a person would see them. */
function offsetReader(timezone: string): (minute: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return (minute) => {
    const [month = 0, day = 0, year = 0, hour = 0, past = 0] = format
      .format(minute * MINUTE)
      .split(/\D+/)
      .map(Number);
    return Date.UTC(year, month - 1, day, hour, past) / MINUTE - minute;
  };
}
