import { startPostgres } from "#test/postgres-server.ts";
import { audit } from "./audit.ts";
import { chaosPlan } from "./chaos-plan.ts";
import { openChaosWorld, pause } from "./chaos-world.ts";
import { type Hand, crew } from "./crew.ts";
import type { ChaosOptions, Report } from "./report.ts";
import { reportOf } from "./report.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Kill } from "./takeovers.ts";

/** Workers are killed one after the other, at any moment, while runs go through them. */
export async function kill({ runs, workers, seed, perSecond }: ChaosOptions): Promise<Report> {
  const random = seededRandom(seed);
  const server = await startPostgres();
  const url = await server.createDatabase();
  const world = await openChaosWorld(url, chaosPlan);
  const hands = crew(url, world.ledger.path);
  const kills: Kill[] = [];
  try {
    const alive = await Promise.all(Array.from({ length: workers }, () => hands.join()));
    let isFeeding = true;
    const killing = killAll();
    for (let started = 0, from = performance.now(); started < runs; started += 1) {
      await pause(from + (started * 1_000) / perSecond - performance.now());
      await world.start();
    }
    isFeeding = false;
    await killing;
    const stuck = await world.untilAllOver(60_000);
    const found = await audit(world.ctx, { ...world, plan: chaosPlan, kills });
    return reportOf("kill -9", found, { runs, kills: kills.length }, { stuck, lost: hands.lost() });

    async function killAll(): Promise<void> {
      while (isFeeding) {
        await pause(500 + random() * 1_500);
        const [victim] = alive.splice(Math.floor(random() * alive.length), 1) as [Hand];
        victim.child.kill("SIGKILL");
        kills.push({ workerId: victim.workerId, at: Date.now() });
        alive.push(await hands.join());
      }
    }
  } finally {
    await hands.dismiss();
    await world.close();
    await server.stop();
  }
}
