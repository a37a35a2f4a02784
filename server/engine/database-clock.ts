import { performance } from "node:perf_hooks";

/** The database's time between two statements, carried on by a clock that nobody sets. */
export function databaseClock() {
  let known = 0;
  let receivedAt = 0;

  return {
    set(now: number): void {
      known = now;
      receivedAt = performance.now();
    },
    now: (): number => Math.floor(known + performance.now() - receivedAt),
  };
}

export type DatabaseClock = ReturnType<typeof databaseClock>;
