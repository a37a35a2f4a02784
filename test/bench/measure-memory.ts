import type { Database } from "#db/client.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import type { Amounts } from "./bench-amounts.ts";
import { printFigure, verdictOf } from "./bench-figures.ts";
import { type Memory, benchProcesses } from "./bench-processes.ts";

const LOOK_MS = 100;
const MIB = 1024 * 1024;
const UNDONE = "select count(*)::int as count from runs where agent_id = $1 and status <> $2::run_status";

/**
 * What a worker's process holds after as many runs that ended, and then after as many that wait for a
 * person. Both times the garbage is gone, and the same code has run.
 */
export async function measureMemory(database: Database, url: string, { pausedRuns }: Amounts): Promise<void> {
  const world = await openRunWorld(database);
  const processes = benchProcesses(url);
  const plans = {
    completed: makePlan({ a: [], b: ["a"] }),
    paused: makePlan({ a: [], b: ["a"] }, { b: { kind: "tool", tool: "send", instructions: "Ask." } }),
  };
  const worker = await processes.start("alone");
  await settle("completed");
  const before = await memoryAfter("completed");
  const after = await memoryAfter("paused");
  await processes.stop();
  await world.close();

  const grown = (after.rss - before.rss) / MIB;
  const heap = (after.heapUsed - before.heapUsed) / MIB;
  const verdict = verdictOf(Math.max(0, grown), { floor: 20, aim: 0, isMore: false });
  const figure = `${signed(grown)} MiB resident, ${signed(heap)} MiB heap (${verdict})`;
  const all = [before.rss, after.rss, before.heapUsed, after.heapUsed].map((bytes) => bytes / MIB);
  printFigure(`${pausedRuns} paused runs in a worker`, figure, all);

  async function memoryAfter(status: "completed" | "paused"): Promise<Memory> {
    await settle(status);
    // Jobs of runs that are left gather before they end.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return processes.memoryOf(worker);
  }

  async function settle(status: "completed" | "paused"): Promise<void> {
    const { agentId } = await seedAgent(world.ctx, plans[status]);
    for (let run = 0; run < pausedRuns; run += 1) await startRun(world.ctx, { agentId });
    for (;;) {
      const [row] = await database.hot(UNDONE, [agentId, status]);
      if (row?.["count"] === 0) return;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }
}

function signed(mib: number): string {
  return `${mib < 0 ? "" : "+"}${mib.toFixed(1)}`;
}
