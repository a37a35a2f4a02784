import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type { Database } from "#db/client.ts";
import { openPglite } from "#db/pglite.ts";
import { readConfig } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import type { AttemptHooks, AttemptRequest, AttemptResult } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import { type RunStatus, isFinalRunStatus } from "#server/core/run.ts";
import type { ToolDefinition } from "#server/core/tool.ts";
import type { RunView } from "#server/core/views.ts";
import { openBoss } from "#server/engine/boss.ts";
import { type WorkerOptions, startWorker } from "#server/engine/worker.ts";
import { newId } from "#server/ids.ts";
import { createMetrics } from "#server/metrics/create-metrics.ts";
import { createSealing } from "#server/sealing.ts";
import { createSenders } from "#server/senders/create-senders.ts";
import { readFigures } from "#server/services/read-figures.ts";
import { readRun } from "#server/services/read-run.ts";
import { startRun } from "#server/services/start-run.ts";
import { assertEveryLogReplays } from "#test/engine/replayed-rows.ts";
import { noSecrets } from "#test/tools/built-in-catalogue.ts";
import { noToolServers } from "#test/no-tool-servers.ts";
import { seedAgent } from "#test/seed-agent.ts";

export type Perform = (
  request: AttemptRequest,
  hooks: AttemptHooks,
) => Promise<AttemptResult> | AttemptResult;

const TOOLS: ToolDefinition[] = [
  tool("read", { readOnlyHint: true }),
  tool("put", { idempotentHint: true }),
  tool("send", {}),
];

function tool(name: string, annotations: ToolDefinition["annotations"]): ToolDefinition {
  return {
    name,
    description: `The tool ${name}.`,
    inputSchema: {
      type: "object",
      properties: { to: { type: "string" }, text: { type: "string" } },
      required: ["to"],
      additionalProperties: false,
    },
    annotations,
    policy: "allowed",
  };
}

/** Everything that runs need: a database, the queue, tools that only have names, and a folder. */
export async function openRunWorld(database?: Database, environment: Record<string, string> = {}) {
  const open = database ?? (await openPglite());
  const folder = await mkdtemp(join(tmpdir(), "stepwright-runs-"));
  const { boss, queue, close: closeBoss } = await openBoss(open);
  const config = readConfig({ DATA_DIR: folder, ...environment });
  const ctx: Context = {
    config,
    db: open.db,
    database: open,
    now: () => new Date(),
    newId,
    queue,
    tools: {
      list: () => TOOLS,
      find: (name) => TOOLS.find((item) => item.name === name) ?? null,
      call: async () => ({ type: "failed", message: "No tool is called here.", retry: "not_retryable" }),
    },
    models: {
      plannerName: "none",
      planner: () => {
        throw new Error("No model is used here.");
      },
      step: () => null,
    },
    secrets: noSecrets,
    reloadTools: async () => {},
    toolServers: noToolServers,
    sealing: createSealing({ ...config, databaseUrl: null }),
    senders: createSenders(config),
    metrics: createMetrics({ figures: () => readFigures(open.db), prices: () => ({}) }),
    log: pino({ level: "silent" }),
  };
  const workers: { stop: () => Promise<void> }[] = [];

  return {
    ctx,
    boss,
    folder,
    startWorker: async (perform: Perform, options: Partial<WorkerOptions> = {}) => {
      const worker = await startWorker(ctx, {
        boss,
        runAttempt: async (request, hooks) => perform(request, hooks),
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    run: async (plan: Plan, input?: Json) => {
      const { agentId } = await seedAgent(ctx, plan);
      const { runId } = await startRun(ctx, { agentId, input });
      return runId;
    },
    close,
    /** Closes when every run's log has told what its rows have. */
    closeReplayed: async () => {
      await Promise.all(workers.map((worker) => worker.stop()));
      try {
        await assertEveryLogReplays(ctx);
      } finally {
        await close();
      }
    },
  };

  async function close(): Promise<void> {
    await Promise.all(workers.map((worker) => worker.stop()));
    await closeBoss();
    await open.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The run once `holds`, looked at again and again; fails the test after `ms`. */
export async function until(
  ctx: Context,
  runId: string,
  holds: (run: RunView) => boolean,
  ms = 60_000,
): Promise<RunView> {
  const end = Date.now() + ms;
  for (;;) {
    const run = await readRun(ctx, { runId });
    if (holds(run)) return run;
    if (Date.now() > end) throw new Error(`The run did not get there: ${JSON.stringify(standing(run))}`);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export function untilOver(ctx: Context, runId: string, ms?: number): Promise<RunView> {
  return until(ctx, runId, (run) => isFinalRunStatus(run.status), ms);
}

export function untilStatus(ctx: Context, runId: string, status: RunStatus): Promise<RunView> {
  return until(ctx, runId, (run) => run.status === status);
}

/** Each step's status, with its reason when it has one. */
export function standing(run: RunView): Record<string, string> {
  return Object.fromEntries(
    run.steps.map((step) => [step.stepId, step.reason ? `${step.status}/${step.reason}` : step.status]),
  );
}

export function stepOf(run: RunView, stepId: string): RunView["steps"][number] {
  const step = run.steps.find((item) => item.stepId === stepId);
  if (!step) throw new Error(`The run has no step "${stepId}"`);
  return step;
}
