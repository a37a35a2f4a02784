import type { Json } from "#server/core/json.ts";
import type { Trigger } from "#server/core/run.ts";
import type { StepState } from "#server/core/run-rules/run-state.ts";
import type { Execute } from "./executor.ts";

export type NewRun = {
  runId: string;
  agentId: string;
  snapshotId: string;
  trigger: Trigger;
  input: Json | null;
  idempotencyKey: string | null;
  reuseFrom: string | null;
  /** In the plan's order. */
  stepIds: readonly string[];
  /** Steps that are settled from the start, with the state that they had in `reuseFrom`. */
  reused: ReadonlyMap<string, StepState>;
};

const INSERT = `
with run as (
  insert into runs (id, agent_id, snapshot_id, status, trigger, input, idempotency_key, reuse_from, seq, created_at)
  values ($1, $2, $3, 'queued', $4::text::jsonb, $5::text::jsonb, $6, $7,
    jsonb_array_length($9::text::jsonb), clock_timestamp())
  on conflict do nothing returning id),
steps as (
  insert into run_steps (run_id, step_id, position, status, reason, input, output, started_at, ended_at)
  select run.id, x.step_id, x.position, x.status::step_status, x.reason::step_reason, x.input, x.output,
    case when x.reason is not null then clock_timestamp() end,
    case when x.reason is not null then clock_timestamp() end
  from run, jsonb_to_recordset($8::text::jsonb)
    as x(step_id text, position int, status text, reason text, input jsonb, output jsonb)),
events as (
  insert into run_events (run_id, seq, type, step_id, at, data)
  select run.id, x.seq, x.type::run_event_type, x.step_id, clock_timestamp(), x.data
  from run, jsonb_to_recordset($9::text::jsonb) as x(seq int, type text, step_id text, data jsonb))
select id from run`;

/** Writes a queued run with its steps and the beginning of its log; false when its key is taken. */
export async function insertRun(execute: Execute, run: NewRun): Promise<boolean> {
  const steps = run.stepIds.map((step_id, position) => {
    const state = run.reused.get(step_id);
    return state
      ? { step_id, position, status: "completed", reason: "reused", input: state.input, output: state.output }
      : { step_id, position, status: "pending", reason: null };
  });
  const events = [
    { type: "run-queued", step_id: null, data: { trigger: run.trigger, snapshotId: run.snapshotId } },
    ...run.stepIds
      .filter((stepId) => run.reused.has(stepId))
      .map((step_id) => ({
        type: "step-completed",
        step_id,
        data: { reason: "reused", runId: run.reuseFrom },
      })),
  ].map((event, index) => ({ ...event, seq: index + 1 }));

  const rows = await execute(INSERT, [
    run.runId,
    run.agentId,
    run.snapshotId,
    JSON.stringify(run.trigger),
    run.input === null ? null : JSON.stringify(run.input),
    run.idempotencyKey,
    run.reuseFrom,
    JSON.stringify(steps),
    JSON.stringify(events),
  ]);
  return rows.length > 0;
}
