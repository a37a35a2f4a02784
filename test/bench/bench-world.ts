import { performance } from "node:perf_hooks";
import type { Database } from "#db/client.ts";
import type { Plan } from "#server/core/plan.ts";
import { startRun } from "#server/services/start-run.ts";
import { done } from "#test/core/run-rules/results.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

const TRIGGERS_AT_ONCE = 4;
const LOOK_MS = 25;
const RUNS = `
select count(*) filter (where ended_at is null)::int as open,
  extract(epoch from max(ended_at) - min(created_at))::float8 * 1000 as ms
from runs where agent_id = $1`;

/** Told of every no-op step as it begins. */
export type Begun = (runId: string, stepId: string, now: number) => void;

/** A worker of the product on `database`, whose steps do nothing. */
export async function openBenchWorld(database: Database) {
  let begun: Begun = () => {};
  let committedAt = 0;
  const world = await openRunWorld({
    ...database,
    hot: async (text, parameters) => {
      const rows = await database.hot(text, parameters);
      if (text.includes("update run_steps")) committedAt = performance.now();
      return rows;
    },
  });
  await world.startWorker(({ runId, step }) => {
    begun(runId, step.id, performance.now());
    return done({ ok: true });
  });

  return {
    ...world,
    query: database.hot,
    /** When the worker was last told that a commit of a run is written. */
    committedAt: () => committedAt,
    onBegun: (tell: Begun) => {
      begun = tell;
    },
    /** Milliseconds from the first trigger to the end of the last run. */
    drive: async (plan: Plan, runs: number): Promise<number> => {
      const { agentId } = await seedAgent(world.ctx, plan);
      let left = runs;
      const trigger = async () => {
        while (left > 0) {
          left -= 1;
          await startRun(world.ctx, { agentId });
        }
      };
      await Promise.all(Array.from({ length: TRIGGERS_AT_ONCE }, trigger));
      for (;;) {
        const [row] = await database.hot(RUNS, [agentId]);
        if (row?.["open"] === 0) return Number(row["ms"]);
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      }
    },
  };
}

export type BenchWorld = Awaited<ReturnType<typeof openBenchWorld>>;
