import { audit } from "./audit.ts";
import { chaosPlan } from "./chaos-plan.ts";
import { pause } from "./chaos-world.ts";
import type { Hand } from "./crew.ts";
import { feed } from "./feed.ts";
import { type ChaosOptions, type Report, reportOf, seconds } from "./report.ts";
import { seededRandom } from "./seeded-random.ts";
import type { Kill } from "./takeovers.ts";
import { withWorld } from "./with-world.ts";

const LEASE_MS = 2_000;
const TAKEOVER_MS = LEASE_MS + 5_000;

/** Workers sleep past their leases, and wake up with results that nobody waits for any more. */
export function freeze({ workers, seed, patience }: ChaosOptions, freezes = 40): Promise<Report> {
  const random = seededRandom(seed);
  const naps: Kill[] = [];

  return withWorld({ plan: chaosPlan, workers, leaseMs: LEASE_MS }, async ({ world, hands, alive }) => {
    let isFreezing = true;
    const feeding = feedOn();
    // One worker always stays awake.
    const lanes = Math.min(2, alive.length - 1);
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        freezeIn(alive.filter((__, at) => at % lanes === lane && at > 0)),
      ),
    );
    isFreezing = false;
    const runs = await feeding;
    const stuck = await world.untilAllOver(60_000 * patience);
    const found = await audit(world.ctx, { ...world, plan: chaosPlan, kills: naps, isFrozen: true });
    const slowest = Math.max(0, ...found.takeovers);
    const late =
      slowest > TAKEOVER_MS * patience ? [`a step was taken over after ${seconds(slowest)} s`] : [];
    const figures = { runs, freezes: naps.length, "lease s": seconds(LEASE_MS) };
    return reportOf("SIGSTOP past the lease, SIGCONT", found, figures, {
      stuck,
      lost: [...hands.lost(), ...late],
    });

    async function freezeIn(sleepers: Hand[]): Promise<void> {
      while (naps.length < freezes) {
        const sleeper = sleepers[Math.floor(random() * sleepers.length)];
        if (!sleeper) return;
        naps.push({ workerId: sleeper.workerId, at: Date.now() });
        sleeper.child.kill("SIGSTOP");
        await pause(LEASE_MS + 500 + random() * 1_500);
        sleeper.child.kill("SIGCONT");
        await pause(300 + random() * 700);
      }
    }

    async function feedOn(): Promise<number> {
      while (isFreezing) await feed(world, { runs: 8, perSecond: 8 });
      return world.runIds.length;
    }
  });
}
