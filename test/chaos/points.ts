import { once } from "node:events";
import { fork } from "node:child_process";
import { join } from "node:path";
import { openPostgres } from "#db/postgres.ts";
import { executeIn } from "#server/services/executor.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { changeRun } from "#server/services/change-run.ts";
import { readRun } from "#server/services/read-run.ts";
import { startRun } from "#server/services/start-run.ts";
import { startPostgres } from "#test/postgres-server.ts";
import { openRunWorld, standing } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { auditRun } from "./audit-run.ts";
import { bundleProgram } from "./bundle-program.ts";
import { pause } from "./chaos-world.ts";
import { openLedger } from "./ledger.ts";
import { perform } from "./perform.ts";
import type { ChaosOptions, Report } from "./report.ts";
import { type Scenario, carryThrough, pointsPlan } from "./scenario.ts";

const LEASE_MS = 1_000;
const UNTIL_OVER_MS = 25_000;
const UNTIL_NO_JOB_MS = 10_000;

/**
 * One process does everything once: starts runs, works on them, approves, resolves, cancels, sweeps, stops.
 * It is killed at the k-th point before or after a statement, for each k; another one carries on.
 */
export async function points({ patience }: ChaosOptions, every = 1, lanes = 2): Promise<Report> {
  const server = await startPostgres();
  const folder = await bundleProgram("point-worker");
  const problems: string[] = [];
  let next = 1;
  let last = Number.POSITIVE_INFINITY;
  let tried = 0;
  try {
    await Promise.all(Array.from({ length: lanes }, lane));
  } finally {
    await server.stop();
  }
  return {
    part: "crash points",
    figures: { "points of one whole life": last - 1, "points tried": tried, every },
    problems,
  };

  async function lane(): Promise<void> {
    const url = await server.createDatabase();
    const world = await openRunWorld(await openPostgres(url));
    const ledger = openLedger(join(world.folder, "ledger"));
    const { agentId } = await seedAgent(world.ctx, pointsPlan);
    while (next < last) {
      const point = next;
      next += every;
      const scenario: Scenario = { agentId, key: `point-${point}`, ledger: ledger.path };
      const lost = await leaveLost(scenario);
      const child = fork(join(folder, "point-worker.mjs"), [url, String(point), JSON.stringify(scenario)], {
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "cache") },
        execArgv: [],
      });
      const [code] = await once(child, "exit");
      if (code === 0) {
        last = Math.min(last, point);
        break;
      }
      tried += 1;
      if (code !== null) problems.push(`point ${point}: the process ended with ${code}`);
      problems.push(...(await finish(scenario, lost)).map((problem) => `point ${point}: ${problem}`));
    }
    ledger.close();
    await world.close();

    /** A run whose worker is gone, for the sweep to find. */
    async function leaveLost(scenario: Scenario): Promise<string> {
      const { runId } = await startRun(world.ctx, { agentId, idempotencyKey: `${scenario.key}-lost` });
      await changeRun(world.ctx, runId, () => [], { worker: "ghost", slots: 4, leaseMs: 1 });
      return runId;
    }

    async function finish(scenario: Scenario, lost: string): Promise<string[]> {
      const workerId = `second-${scenario.key}`;
      const worker = await world.startWorker(perform(workerId, ledger.path), {
        workerId,
        leaseMs: LEASE_MS,
      });
      try {
        const late = new Promise<never>((_, reject) => {
          setTimeout(
            () => reject(new Error("the runs are not over in time")),
            UNTIL_OVER_MS * patience,
          ).unref();
        });
        const runs = await Promise.race([carryThrough(world.ctx, scenario, ledger), late]);
        const found: string[] = [];
        for (const runId of [runs.main, lost]) found.push(...(await audited(runId)));
        const canceled = await readRun(world.ctx, { runId: runs.canceled });
        if (canceled.status !== "canceled") found.push(`the canceled run is ${canceled.status}`);
        return found;
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)];
      } finally {
        await worker.stop();
      }
    }

    async function audited(runId: string): Promise<string[]> {
      const run = await readRun(world.ctx, { runId });
      const events = await listRunEvents(world.ctx, { runId, after: 0, limit: 1_000 });
      const steps = standing(run);
      const unfinished = Object.entries(steps).filter(([, status]) => status !== "completed");
      const row = { status: run.status, steps };
      const linesOf = (stepId: string) => ledger.linesOf(runId, stepId);
      return [
        ...unfinished.map(([stepId, status]) => `step ${stepId} is ${status}`),
        ...((await leftJobs(runId)) ? ["jobs that stay active"] : []),
        ...auditRun({ plan: pointsPlan, events, row, linesOf }),
      ];
    }

    /** The last job is put away after the run's end, and one of a dead process when it has been silent. */
    async function leftJobs(runId: string): Promise<boolean> {
      const active =
        "select id from pgboss.job where name = 'drive-run' and state = 'active' and data ->> 'runId' = $1";
      const until = Date.now() + UNTIL_NO_JOB_MS * patience;
      for (;;) {
        if ((await executeIn(world.ctx.db)(active, [runId])).length === 0) return false;
        if (Date.now() > until) return true;
        await pause(50);
      }
    }
  }
}
