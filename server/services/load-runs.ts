import type { Row } from "#db/client.ts";
import type { Plan } from "#server/core/plan.ts";
import type { Correction } from "#server/core/run.ts";
import { type RunPlan, prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import type { ApprovalState, RunState, StepState } from "#server/core/run-rules/run-state.ts";
import type { StricterPolicies } from "#server/core/tool.ts";
import { withEndedChildren } from "./ended-children.ts";
import type { Execute } from "./executor.ts";

const MS = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`;

// One statement, so that the version, the steps and the approvals belong to one moment.
const LOAD = `
select r.id, r.agent_id, r.snapshot_id, r.version, r.seq, r.status, r.input, r.budget, a.model, a.tools, a.tool_policies,
  case when r.trigger ->> 'type' = 'agent' then r.trigger ->> 'runId' end as parent_run_id,
  ${MS("r.started_at")} as started_at, ${MS("r.ended_at")} as ended_at,
  floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now,
  (select json_agg(json_build_object('stepId', s.step_id, 'state', json_build_object(
     'status', s.status, 'reason', s.reason, 'causeStepId', s.cause_step_id, 'attempt', s.attempt,
     'claim', s.claim, 'interruptions', s.interruptions, 'hasActed', s.has_acted,
     'leaseOwner', s.lease_owner,
     'leaseUntil', ${MS("s.lease_until")}, 'dueAt', ${MS("s.due_at")}, 'input', s.input, 'output', s.output,
     'error', s.error, 'usage', s.usage, 'reserved', s.reserved,
     'childRunId', s.child_run_id, 'startedAt', ${MS("s.started_at")}, 'endedAt', ${MS("s.ended_at")}
   )) order by s.position) from run_steps s where s.run_id = r.id) as steps,
  (select json_agg(json_build_object('approvalId', p.id, 'stepId', p.step_id, 'attempt', p.attempt,
     'status', p.status, 'approvers', p.approvers, 'signatures', p.signatures, 'input', p.input, 'editedInput', p.edited_input, 'reason', p.reason, 'note', p.note,
     'decidedBy', p.decided_by, 'createdAt', ${MS("p.created_at")}, 'expiresAt', ${MS("p.expires_at")},
     'decidedAt', ${MS("p.decided_at")}) order by p.created_at, p.id)
   from approvals p where p.run_id = r.id) as approvals,
  (select json_agg(json_build_object('stepId', t.step_id, 'correction', t.correction) order by t.claim)
   from run_attempts t where t.run_id = r.id and t.correction is not null) as corrections
from runs r join agents a on a.id = r.agent_id
where r.id = any($1::text[])`;

type LoadedRow = {
  id: string;
  agent_id: string;
  snapshot_id: string;
  version: number;
  seq: number;
  status: RunState["status"];
  input: RunState["input"];
  budget: RunState["budget"];
  model: string | null;
  tools: string[] | null;
  tool_policies: StricterPolicies;
  parent_run_id: string | null;
  started_at: number | null;
  ended_at: number | null;
  now: number;
  steps: { stepId: string; state: StepState }[] | null;
  approvals: ApprovalState[] | null;
  corrections: { stepId: string; correction: Correction }[] | null;
};

export type LoadedRun = { state: RunState; now: number };

/** The runs as they are now, with the database's time. Unknown ids are left out. */
export async function loadRuns(execute: Execute, runIds: readonly string[]): Promise<LoadedRun[]> {
  const rows = await execute(LOAD, [runIds]);
  return withEndedChildren(execute, rows.map(loadedRun));
}

function loadedRun(row: Row): LoadedRun {
  // The columns are those of the statement above.
  const loaded = row as LoadedRow;
  const corrections = new Map<string, Correction[]>();
  for (const { stepId, correction } of loaded.corrections ?? []) {
    corrections.set(stepId, [...(corrections.get(stepId) ?? []), correction]);
  }
  const state: RunState = {
    runId: loaded.id,
    agentId: loaded.agent_id,
    snapshotId: loaded.snapshot_id,
    model: loaded.model,
    tools: { granted: loaded.tools, stricter: loaded.tool_policies },
    version: loaded.version,
    seq: loaded.seq,
    status: loaded.status,
    parentRunId: loaded.parent_run_id,
    input: loaded.input,
    budget: loaded.budget,
    startedAt: loaded.started_at,
    endedAt: loaded.ended_at,
    steps: new Map((loaded.steps ?? []).map((step) => [step.stepId, step.state])),
    approvals: loaded.approvals ?? [],
    corrections,
    endedChildren: new Map(),
  };
  return { state, now: loaded.now };
}

/** The plan that a snapshot holds, prepared for decisions. */
export async function loadRunPlan(execute: Execute, snapshotId: string): Promise<RunPlan> {
  const [row] = await execute("select plan from snapshots where id = $1", [snapshotId]);
  if (!row) throw new Error(`Snapshot "${snapshotId}" of a run is missing`);
  return prepareRunPlan(row["plan"] as Plan);
}
