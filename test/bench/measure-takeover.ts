import type { ChildProcess } from "node:child_process";
import type { Database } from "#db/client.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import type { Amounts } from "./bench-amounts.ts";
import { printFigure, quantile, verdictOf } from "./bench-figures.ts";
import { benchProcesses } from "./bench-processes.ts";

const VICTIMS = 5;
const SURVIVOR = "survivor";
const LOOK_MS = 100;
const STARTS = `
select worker, extract(epoch from at)::float8 * 1000 as at from run_events
where run_id = $1 and type = 'attempt-started' order by seq`;

/** Seconds from the death of a worker to the start of the next try of its step somewhere else. */
export async function measureTakeover(database: Database, url: string, { kills }: Amounts): Promise<void> {
  const world = await openRunWorld(database);
  const processes = benchProcesses(url);
  const { agentId } = await seedAgent(world.ctx, makePlan({ held: [] }, { held: { instructions: "Hold." } }));
  const seconds: number[] = [];
  await processes.start(SURVIVOR);

  for (let first = 0; first < kills; first += VICTIMS) {
    const count = Math.min(VICTIMS, kills - first);
    const names = Array.from({ length: count }, (_, index) => `victim-${first + index}`);
    const victims = new Map<string, ChildProcess>();
    for (const name of names) victims.set(name, await processes.start(name, 1));
    await Promise.all(
      names.map(async () => {
        const { runId, victim } = await runOf(victims);
        // Somewhere between two renewals of the lease.
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2_000));
        const killedAt = Date.now();
        victim.kill("SIGKILL");
        const again = await until(async () => (await database.hot(STARTS, [runId]))[1]);
        seconds.push((Number(again["at"]) - killedAt) / 1_000);
      }),
    );
  }
  await processes.stop();
  await world.close();

  const [p50, worst] = [quantile(seconds, 0.5), Math.max(...seconds)];
  const at50 = verdictOf(p50, { floor: 6, aim: 4, isMore: false });
  const atWorst = verdictOf(worst, { floor: 15, aim: 8, isMore: false });
  const figure = `p50 ${p50.toFixed(1)} s (${at50}), worst ${worst.toFixed(1)} s (${atWorst})`;
  printFigure("worker killed → next try starts elsewhere", figure, seconds);

  /** A run whose step a victim holds. What the survivor takes it completes, and another run is started. */
  async function runOf(victims: ReadonlyMap<string, ChildProcess>) {
    for (;;) {
      const { runId } = await startRun(world.ctx, { agentId });
      const begun = await until(async () => (await database.hot(STARTS, [runId]))[0]);
      const victim = victims.get(String(begun["worker"]));
      if (victim) return { runId, victim };
    }
  }
}

async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
