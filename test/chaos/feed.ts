import { type ChaosWorld, pause } from "./chaos-world.ts";

const MOST_OPEN = 500;

/** Starts `runs` runs at an even pace, and more slowly when too many are open. */
export async function feed(
  world: ChaosWorld,
  { runs, perSecond }: { runs: number; perSecond: number },
): Promise<void> {
  const from = performance.now();
  for (let started = 0; started < runs; started += 1) {
    await pause(from + (started * 1_000) / perSecond - performance.now());
    await world.start();
    if (started % 50 === 49) while ((await world.countOpen()) > MOST_OPEN) await pause(500);
  }
}
