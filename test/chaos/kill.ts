import { audit } from "./audit.ts";
import { chaosPlan } from "./chaos-plan.ts";
import { pause } from "./chaos-world.ts";
import type { Hand } from "./crew.ts";
import { feed } from "./feed.ts";
import { type ChaosOptions, type Report, reportOf } from "./report.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Kill } from "./takeovers.ts";
import { withWorld } from "./with-world.ts";

/** Workers are killed one after the other, at any moment, while runs go through them. */
export function kill({ runs, workers, seed, perSecond, patience }: ChaosOptions): Promise<Report> {
  const random = seededRandom(seed);
  const kills: Kill[] = [];

  return withWorld({ plan: chaosPlan, workers }, async ({ world, hands, alive }) => {
    let isFeeding = true;
    const killing = killAll();
    await feed(world, { runs, perSecond });
    isFeeding = false;
    await killing;
    const stuck = await world.untilAllOver(60_000 * patience);
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
  });
}
