import { runAttempt } from "#server/agent/step-runner.ts";
import type { Json } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import type { RunEvent } from "#server/core/run.ts";
import { startWorker } from "#server/engine/worker.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { readPrices } from "#server/services/read-prices.ts";
import { startRun } from "#server/services/start-run.ts";
import { seedAgent } from "#test/seed-agent.ts";
import { openTestContext, serveApp } from "#test/serve-app.ts";

/** The product in this process: a worker with the real tools, and the API. `settings` are those of the environment. */
export async function openRealRuns(settings: Record<string, string> = {}, pageFolder?: string) {
  const environment = { EGRESS_ALLOW: "127.0.0.1/32", ...settings };
  const opened = await openTestContext(environment);
  const { ctx, boss } = opened;
  const api = await serveApp(ctx, environment, pageFolder);
  const runner = { ...ctx, prices: () => readPrices(ctx.db) };
  const worker = await startWorker(ctx, {
    boss,
    runAttempt: (request, hooks) => runAttempt(runner, request, hooks),
  });

  return {
    ctx,
    url: api.url,
    run: async (plan: Plan, input?: Json): Promise<string> => {
      const { agentId } = await seedAgent(ctx, plan);
      return (await startRun(ctx, { agentId, input })).runId;
    },
    events: (runId: string): Promise<RunEvent[]> => listRunEvents(ctx, { runId, after: 0, limit: 1_000 }),
    close: async () => {
      await worker.stop();
      await api.close();
      await opened.close();
    },
  };
}
