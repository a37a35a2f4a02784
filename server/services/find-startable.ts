import type { Database } from "#db/client.ts";
import { invalid, notFound } from "#server/errors.ts";
import { type AgentRow, refuseArchived } from "./find-agent.ts";
import type { Execute } from "./executor.ts";
import { verifySnapshot } from "./verify-snapshot.ts";

/** An agent, and the snapshot that a new run of it would walk. */
export type Startable = Pick<AgentRow, "id" | "name" | "status"> & {
  /** What was asked for, or the agent's own; null when neither is there. */
  wantedId: string | null;
  /** Null when the agent has no such snapshot. */
  snapshotId: string | null;
  /** In the plan's order. */
  stepIds: string[] | null;
};

const STARTABLE = `
select a.id, a.name, a.status, coalesce($2::text, a.snapshot_id) as "wantedId", s.id as "snapshotId",
  jsonb_path_query_array(s.plan, '$.steps[*].id') as "stepIds"
from agents a left join snapshots s on s.id = coalesce($2::text, a.snapshot_id) and s.agent_id = a.id
where a.id = $1 or a.slug = $1`;

/** The agent with this id or slug, with what a run of it needs to begin, in one statement. */
export async function findStartable(
  execute: Execute,
  { agentId, snapshotId }: { agentId: string; snapshotId?: string | undefined },
): Promise<Startable> {
  const [row] = await execute(STARTABLE, [agentId, snapshotId ?? null]);
  if (!row) throw notFound("Agent", agentId);
  // The columns are those of the statement above.
  return row as Startable;
}

/** The id of the snapshot that a new run of the agent walks. Refuses an archived agent, and a plan that is not the saved one. */
export async function requireSnapshot(
  database: Database,
  execute: Execute,
  agent: Startable,
): Promise<string> {
  refuseArchived(agent);
  const snapshotId = snapshotOf(agent);
  await verifySnapshot(database, execute, snapshotId);
  return snapshotId;
}

function snapshotOf({ name, wantedId, snapshotId }: Startable): string {
  if (wantedId === null) {
    throw invalid(`Save the plan first: agent "${name}" has no snapshot that a run could walk.`);
  }
  if (snapshotId === null) throw notFound("Snapshot", wantedId);
  return snapshotId;
}
