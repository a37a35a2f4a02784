import { join } from "node:path";
import { openPostgres } from "#db/postgres.ts";
import type { Row } from "#db/client.ts";
import type { Plan } from "#server/core/plan.ts";
import { executeIn } from "#server/services/executor.ts";
import { resolveStep } from "#server/services/resolve-step.ts";
import { startRun } from "#server/services/start-run.ts";
import { openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openLedger } from "./ledger.ts";

const UNKNOWN =
  "select run_id, step_id from run_steps where status = 'paused' and reason = 'outcome_unknown'";
const OPEN = "select id from runs where status not in ('completed', 'failed', 'canceled')";

/** A database that runs are started in from outside, by people who try again when it does not answer. */
export async function openChaosWorld(url: string, plan: Plan) {
  const world = await openRunWorld(await openPostgres(url));
  const { ctx } = world;
  const ledger = openLedger(join(world.folder, "ledger"));
  const { agentId } = await seedAgent(ctx, plan);
  const runIds: string[] = [];
  let isClosing = false;
  let failures = 0;

  const query = (text: string): Promise<Row[]> => executeIn(ctx.db)(text, []);

  /** Says it again until it is answered, as people do. */
  async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        failures += 1;
        if (isClosing) throw error;
        await pause(200);
      }
    }
  }

  /** The person who looks into the ledger, and says what happened. */
  async function settleUnknowns(): Promise<void> {
    while (!isClosing) {
      await insist(async () => {
        for (const row of await query(UNKNOWN)) {
          const [runId, stepId] = [String(row["run_id"]), String(row["step_id"])];
          const wasCalled = ledger.linesOf(runId, stepId).length > 0;
          await resolveStep(ctx, { runId, stepId, outcome: wasCalled ? "happened" : "did_not_happen" });
        }
      });
      await pause(300);
    }
  }
  const countOpen = async () => (await insist(() => query(OPEN))).length;
  const settling = settleUnknowns().catch(() => {});

  return {
    ...world,
    ledger,
    runIds,
    query,
    insist,
    countOpen,
    failures: () => failures,
    /** Starts a run; only what was answered counts as acknowledged. */
    start: async (): Promise<void> => {
      const idempotencyKey = ctx.newId("key");
      const { runId } = await insist(() => startRun(ctx, { agentId, idempotencyKey }));
      runIds.push(runId);
    },
    /** Runs that are not over yet after `ms`. */
    untilAllOver: async (ms: number): Promise<number> => {
      const end = performance.now() + ms;
      for (;;) {
        const open = await countOpen();
        if (open === 0 || performance.now() > end) return open;
        await pause(200);
      }
    },
    close: async (): Promise<void> => {
      isClosing = true;
      await settling;
      ledger.close();
      await world.close();
    },
  };
}

export type ChaosWorld = Awaited<ReturnType<typeof openChaosWorld>>;

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(1, ms)));
}
