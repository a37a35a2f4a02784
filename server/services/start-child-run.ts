import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { chainProblem } from "#server/core/agent-chain.ts";
import type { ChildRun } from "#server/core/attempt.ts";
import type { Json } from "#server/core/json.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { childKey } from "#server/core/run-rules/child-key.ts";
import { storableJson } from "#server/core/run-rules/storable.ts";
import { conflict, notFound } from "#server/errors.ts";
import { executeIn } from "./executor.ts";
import type { AgentRow } from "./find-agent.ts";
import { type ChildPlace, findChildRun } from "./find-child-run.ts";
import { startRunIn } from "./start-run.ts";

type Refusal = Extract<ChildRun, { type: "refused" }>;

/** Starts the other agent's current snapshot as a run of its own, once for each attempt of the step. */
export async function startChildRun(
  ctx: Context,
  asked: ChildPlace & {
    input: Json;
    /** The run of the attempt before, whose finished work is not done again. */
    reuseFrom: string | null;
  },
): Promise<ChildRun> {
  const { runId, stepId } = asked;
  const refusal = await ctx.db.transaction(async (tx) => {
    const [agent] = await tx.select().from(agents).where(eq(agents.slug, asked.agent));
    const problem =
      inputProblem(asked.input) ??
      agentProblem(asked.agent, agent) ??
      (await chainRefusal(tx, runId, asked.agent));
    if (problem !== null || !agent) return problem;

    await startRunIn(ctx, tx, {
      agentId: agent.id,
      input: asked.input,
      trigger: { type: "agent", runId, stepId },
      idempotencyKey: childKey(asked),
      reuseFrom: await earlierRun(tx, agent.id, asked.reuseFrom),
    });
    // Whoever cancels the parent holds its row, and finds this child once it has let go.
    const [parent] = await tx
      .select({ status: runs.status })
      .from(runs)
      .where(eq(runs.id, runId))
      .for("share");
    if (!parent) throw notFound("Run", runId);
    if (isFinalRunStatus(parent.status)) {
      throw conflict(`Run "${runId}" is ${parent.status}, so its step "${stepId}" starts nothing.`);
    }
    return null;
  });
  if (refusal !== null) return refusal;
  const child = await findChildRun(ctx, asked);
  if (child === null) throw new Error(`The run that step "${stepId}" started is missing`);
  return child;
}

function inputProblem(input: Json): Refusal | null {
  const stored = storableJson(input);
  if (stored.ok) return null;
  return refused(`The input for the other agent cannot be stored: ${stored.problem}.`, "Give it less.");
}

function agentProblem(slug: string, agent: AgentRow | undefined): Refusal | null {
  if (!agent) return refused(`There is no agent "${slug}".`, "Name an agent that exists.");
  if (agent.status === "archived") {
    const works = `Set the status of agent "${slug}" to "active", or name another one.`;
    return refused(`The agent "${slug}" is archived.`, works);
  }
  if (agent.snapshotId !== null) return null;
  return refused(
    `The agent "${slug}" has no saved plan that a run could walk.`,
    `Save the plan of "${slug}".`,
  );
}

const CHAIN = `
with recursive chain as (
  select id, agent_id, trigger, 0 as height from runs where id = $1
  union all
  select r.id, r.agent_id, r.trigger, c.height + 1 from chain c
  join runs r on c.trigger ->> 'type' = 'agent' and r.id = c.trigger ->> 'runId')
select a.slug from chain c join agents a on a.id = c.agent_id order by c.height desc`;

async function chainRefusal(tx: Db, runId: string, agent: string): Promise<Refusal | null> {
  const rows = await executeIn(tx)(CHAIN, [runId]);
  const problem = chainProblem([...rows.map((row) => String(row["slug"])), agent]);
  return problem === null
    ? null
    : refused(problem, "Let the step do the work itself, or name another agent.");
}

function refused(message: string, whatToChange: string): Refusal {
  return { type: "refused", message: `${message} ${whatToChange}`, whatToChange };
}

async function earlierRun(tx: Db, agentId: string, runId: string | null): Promise<string | undefined> {
  if (runId === null) return undefined;
  const ofAgent = and(eq(runs.id, runId), eq(runs.agentId, agentId));
  const [run] = await tx.select({ id: runs.id }).from(runs).where(ofAgent);
  return run?.id;
}
