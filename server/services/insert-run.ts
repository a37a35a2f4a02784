import type { Json, JsonObject } from "#server/core/json.ts";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import type { Trigger } from "#server/core/run.ts";
import type { StepState } from "#server/core/run-rules/run-state.ts";
import type { Execute } from "./executor.ts";
import { largeValues } from "./large-value.ts";

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
  /** Claims its id for the run: there is one of the two only with the other. */
  delivery: NewDelivery | null;
};

/** An accepted delivery of a webhook, as its row has it. */
export type NewDelivery = {
  id: string;
  webhook_id: string;
  delivery_id: string;
  detail: string | null;
  body_hash: string;
  bytes: number;
  content_type: string | null;
  received_at: Date;
};

// Few runs begin with a large value; a statement without it is the cheaper one.
const artifactsOf = (parameter: number) => `
kept as (
  insert into artifacts (id, run_id, step_id, media_type, bytes, sha256, content, created_at)
  select x.id, run.id, x.step_id, x.media_type, x.bytes, x.sha256,
    case when x.is_base64 then decode(x.content, 'base64') else convert_to(x.content, 'UTF8') end, clock_timestamp()
  from run, jsonb_to_recordset($${parameter}::text::jsonb)
    as x(id text, step_id text, media_type text, bytes int, sha256 text, content text, is_base64 boolean)),`;

const deliveryOf = (parameter: number) => `
claimed as (
  insert into webhook_deliveries (id, webhook_id, delivery_id, verdict, detail, status, body_hash, bytes,
    content_type, run_id, received_at)
  select x.id, x.webhook_id, x.delivery_id, 'accepted', x.detail, 202, x.body_hash, x.bytes,
    x.content_type, $1, x.received_at
  from jsonb_to_record($${parameter}::text::jsonb) as x(id text, webhook_id text, delivery_id text, detail text,
    body_hash text, bytes int, content_type text, received_at timestamptz)
  on conflict do nothing returning id),`;

type Parts = { delivery: string; artifacts: string; sendNewRun: string };

const insert = ({ delivery, artifacts, sendNewRun }: Parts) => `
with ${delivery}
run as (
  insert into runs (id, agent_id, snapshot_id, status, trigger, input, idempotency_key, reuse_from, seq, created_at)
  select $1, $2, $3, 'queued'::run_status, $4::text::jsonb, $5::text::jsonb, $6, $7,
    jsonb_array_length($9::text::jsonb), clock_timestamp()${delivery && " from claimed"}
  on conflict do nothing returning id),
steps as (
  insert into run_steps (run_id, step_id, position, status, reason, input, output, child_run_id,
    started_at, ended_at)
  select run.id, x.step_id, x.position, x.status::step_status, x.reason::step_reason, x.input, x.output, x.child_run_id,
    case when x.reason is not null then clock_timestamp() end,
    case when x.reason is not null then clock_timestamp() end
  from run, jsonb_to_recordset($8::text::jsonb)
    as x(step_id text, position int, status text, reason text, input jsonb, output jsonb, child_run_id text)),${artifacts}
events as (
  insert into run_events (run_id, seq, type, step_id, at, data)
  select run.id, x.seq, x.type::run_event_type, x.step_id, clock_timestamp(), x.data
  from run, jsonb_to_recordset($9::text::jsonb) as x(seq int, type text, step_id text, data jsonb))${sendNewRun}
select id${sendNewRun && ", (select count(*) from queued)"} from run`;

/**
 * Writes a queued run with its steps and the beginning of its log, its delivery, and its job where the queue
 * says how; false when its key or the delivery's id is taken.
 */
export async function insertRun(execute: Execute, run: NewRun, sendNewRun = ""): Promise<boolean> {
  const large = largeValues(run.runId);
  const logged = (data: JsonObject, stepId: string | null) => large.linkEach(maskSecrets(data), stepId);
  const steps = run.stepIds.map((step_id, position) => {
    const state = run.reused.get(step_id);
    if (!state) return { step_id, position, status: "pending", reason: null };
    const { input, output, childRunId: child_run_id } = state;
    return { step_id, position, status: "completed", reason: "reused", input, output, child_run_id };
  });
  const events = [
    {
      type: "run-queued",
      step_id: null,
      data: logged({ trigger: run.trigger, snapshotId: run.snapshotId, input: run.input }, null),
    },
    ...run.stepIds.flatMap((step_id) => {
      const state = run.reused.get(step_id);
      if (!state) return [];
      const { input, output, childRunId } = state;
      const data = { reason: "reused", runId: run.reuseFrom, input, output, childRunId };
      return [{ type: "step-completed", step_id, data: logged(data, step_id) }];
    }),
  ].map((event, index) => ({ ...event, seq: index + 1 }));

  const artifacts = large.artifacts();
  const parameters = [
    run.runId,
    run.agentId,
    run.snapshotId,
    JSON.stringify(run.trigger),
    run.input === null ? null : JSON.stringify(run.input),
    run.idempotencyKey,
    run.reuseFrom,
    JSON.stringify(steps),
    JSON.stringify(events),
  ];
  const parts = { delivery: "", artifacts: "", sendNewRun };
  if (artifacts.length > 0) parts.artifacts = artifactsOf(parameters.push(JSON.stringify(artifacts)));
  if (run.delivery !== null) parts.delivery = deliveryOf(parameters.push(JSON.stringify(run.delivery)));
  const rows = await execute(insert(parts), parameters);
  return rows.length > 0;
}
