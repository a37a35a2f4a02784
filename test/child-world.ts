import { runAttempt } from "#server/agent/step-runner.ts";
import type { Database } from "#db/client.ts";
import type { Json } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import type { RunView } from "#server/core/views.ts";
import type { WorkerOptions } from "#server/engine/worker.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { listRuns } from "#server/services/list-runs.ts";
import { startRun } from "#server/services/start-run.ts";
import { makePlan } from "#test/make.ts";
import { type Perform, openRunWorld } from "#test/run-world.ts";
import { seedAgent } from "#test/seed-agent.ts";

/** A plan whose one step `call` runs the agent `slug`. */
export function callingPlan(slug: string, over: Partial<Step> = {}): Plan {
  return makePlan({ call: [] }, { call: { kind: "agent", agent: slug, ...over } });
}

/** A world whose agent steps are carried out by the real runner, and all others by `perform`. */
export async function openChildWorld(database?: Database) {
  const world = await openRunWorld(database);
  const { ctx } = world;

  async function agent(plan: Plan) {
    const { agentId, snapshotId } = await seedAgent(ctx, plan);
    return { agentId, snapshotId, slug: agentId.replaceAll("_", "-") };
  }

  return {
    ...world,
    agent,
    work: (perform: Perform, options: Partial<WorkerOptions> = {}) =>
      world.startWorker(
        (request, hooks) =>
          request.step.kind === "agent"
            ? runAttempt({ ...ctx, prices: async () => ({}) }, request, hooks)
            : perform(request, hooks),
        options,
      ),
    start: async (plan: Plan, input?: Json) => {
      const { agentId } = await agent(plan);
      const { runId } = await startRun(ctx, { agentId, input });
      return runId;
    },
    /** The runs of an agent, oldest first. */
    runsOf: async (agentId: string) => (await listRuns(ctx, { agentId, limit: 50 })).items.toReversed(),
    events: (runId: string) => listRunEvents(ctx, { runId, after: 0, limit: 1_000 }),
  };
}

export function attemptsOf(run: RunView, stepId: string): string[] {
  const step = run.steps.find((item) => item.stepId === stepId);
  return (step?.attempts ?? []).map(({ attempt, status }) => `${attempt} ${status}`);
}
