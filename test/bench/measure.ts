import { performance } from "node:perf_hooks";

/**
 * Milliseconds of one call. `processor` is the mean of the time that the thread had the processor:
 * what else the machine does hardly counts in it. The others are by the clock on the wall.
 */
export type Timing = { processor: number; median: number; p95: number };

const WARM_UP = { ms: 100, rounds: 1 };
const MEASURED = { ms: 400, rounds: 5 };

/** How long a call takes once the compiler knows it. */
export function measure(call: () => unknown): Timing {
  roundsOf(call, WARM_UP);
  const { times, processor } = roundsOf(call, MEASURED);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { processor, median: at(0.5), p95: at(0.95) };
}

/** Calls until the thread has had the processor for so long: its time is told in steps of some milliseconds. */
function roundsOf(call: () => unknown, least: { ms: number; rounds: number }) {
  const times: number[] = [];
  const before = process.threadCpuUsage();
  let used = 0;
  while (used < least.ms || times.length < least.rounds) {
    const start = performance.now();
    call();
    times.push(performance.now() - start);
    const { user, system } = process.threadCpuUsage(before);
    used = (user + system) / 1_000;
  }
  return { times, processor: used / times.length };
}
