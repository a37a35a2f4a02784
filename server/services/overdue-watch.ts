import type { SilentSchedule } from "./find-silent-schedules.ts";

// After a downtime it takes a moment until everything that is due is settled.
const LASTING_MS = 60_000;

export type OverdueWatch = { lasting: (silent: readonly SilentSchedule[]) => SilentSchedule[] };

/**
 * Tells slots that nobody settles from those that are only being caught up on: of overdue schedules those that
 * have not moved for a minute while somebody looked. `now` is in milliseconds, from a clock that only goes on.
 */
export function overdueWatch(now: () => number): OverdueWatch {
  let seenAt = new Map<string, number>();
  return {
    lasting: (silent) => {
      const before = seenAt;
      seenAt = new Map();
      return silent.filter(({ scheduleId, settledAt }) => {
        if (settledAt === null) return true;
        const key = `${scheduleId} ${settledAt}`;
        const since = before.get(key) ?? now();
        seenAt.set(key, since);
        return now() - since >= LASTING_MS;
      });
    },
  };
}
