import { audit } from "./audit.ts";
import { chaosPlan } from "./chaos-plan.ts";
import { type ChaosWorld, pause } from "./chaos-world.ts";
import { feed } from "./feed.ts";
import { type ChaosOptions, type Report, reportOf, seconds } from "./report.ts";
import { seededRandom } from "./seeded-random.ts";
import { withWorld } from "./with-world.ts";

const PICK_UP_MS = 10_000;

/** The database is torn away in the middle of the load, and is back after so many seconds. */
export function restart(
  { workers, seed, patience }: ChaosOptions,
  downs = [0, 1, 3, 15, 0],
): Promise<Report> {
  const random = seededRandom(seed);

  return withWorld({ plan: chaosPlan, workers }, async ({ server, world, hands }) => {
    let isTearing = true;
    const feeding = feedOn();
    const pickUps: number[] = [];
    for (const down of downs) {
      await pause(2_000 + random() * 2_000);
      await server.crash();
      await pause(down * 1_000);
      await server.startAgain();
      pickUps.push(await pickUp(world));
    }
    isTearing = false;
    const runs = await feeding;
    const stuck = await world.untilAllOver(60_000 * patience);
    const found = await audit(world.ctx, { ...world, plan: chaosPlan });
    const slowest = Math.max(...pickUps);
    const late =
      slowest > PICK_UP_MS * patience ? [`work was picked up ${seconds(slowest)} s after the return`] : [];
    const figures = {
      runs,
      restarts: downs.length,
      "longest time away s": Math.max(...downs),
      "return to completed step, worst s": seconds(slowest),
      "requests said again": world.failures(),
    };
    const lost = [...hands.lost(), ...late];
    return reportOf("immediate restarts of PostgreSQL", found, figures, { stuck, lost });

    async function feedOn(): Promise<number> {
      while (isTearing) await feed(world, { runs: 10, perSecond: 10 });
      return world.runIds.length;
    }
  });
}

/** Milliseconds until a step completes that completed after now. */
async function pickUp(world: ChaosWorld): Promise<number> {
  const from = performance.now();
  const count = async () => {
    const [row] = await world.insist(() =>
      world.query("select count(*)::int as found from run_events where type = 'step-completed'"),
    );
    return Number(row?.["found"]);
  };
  const before = await count();
  while ((await count()) === before && performance.now() - from < 60_000) await pause(50);
  return performance.now() - from;
}
