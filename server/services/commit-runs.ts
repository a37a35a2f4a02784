import type { SecretStore } from "#server/context.ts";
import type { RunChange } from "#server/core/run-rules/run-change.ts";
import { commitRows } from "./commit-rows.ts";
import type { Execute } from "./executor.ts";

const rows = (parameter: number, columns: string) =>
  `jsonb_to_recordset($${parameter}::text::jsonb) as x(${columns})`;
const at = (column: string) => `to_timestamp(x.${column} / 1000.0)`;

// Most changes have neither; a statement without them is the cheaper one.
const RARE = `
approvals as (
  insert into approvals as p (id, run_id, agent_id, step_id, attempt, status, approvers, signatures, input,
    input_hash, edited_input, reason, note, decided_by, expires_at, created_at, decided_at)
  select x.id, x.run_id, x.agent_id, x.step_id, x.attempt, x.status::approval_status, x.approvers, x.signatures,
    x.input::jsonb, encode(sha256(convert_to(x.canonical, 'UTF8')), 'hex'), x.edited_input, x.reason, x.note, x.decided_by,
    ${at("expires_at")}, ${at("created_at")}, ${at("decided_at")}
  from ${rows(6, "id text, run_id text, agent_id text, step_id text, attempt int, status text, approvers int, signatures jsonb, input text, canonical text, edited_input jsonb, reason text, note text, decided_by text, expires_at float8, created_at float8, decided_at float8")}
  join moved on moved.id = x.run_id
  on conflict (id) do update set status = excluded.status, signatures = excluded.signatures,
    input = excluded.input, input_hash = excluded.input_hash, expires_at = excluded.expires_at, edited_input = excluded.edited_input,
    note = excluded.note, decided_by = excluded.decided_by, decided_at = excluded.decided_at),
kept as (
  insert into artifacts (id, run_id, step_id, media_type, bytes, sha256, content, created_at)
  select x.id, x.run_id, x.step_id, x.media_type, x.bytes, x.sha256,
    case when x.is_base64 then decode(x.content, 'base64') else convert_to(x.content, 'UTF8') end, clock_timestamp()
  from ${rows(7, "id text, run_id text, step_id text, media_type text, bytes int, sha256 text, content text, is_base64 boolean")}
  join moved on moved.id = x.run_id
  on conflict (id) do nothing),
`;

// Rows are locked in the order of their ids, so that two processes never wait for each other.
const HELD = `
held as (select r.id from runs r join x on r.id = x.run_id where r.version = x.version order by r.id for update of r),`;

// The steps' rows are found by their whole key, after the runs that moved are known: "offset 0" keeps the planner
// from walking all steps of a run for each of its commits.
// Only a run whose version is still the one that was decided on moves, and only then do its rows change.
const commit = (isAlone: boolean, rare: string) => `
with x as (select * from ${rows(1, "run_id text, version int, seq int, status text, started_at float8, ended_at float8, usage jsonb, budget jsonb")}),${isAlone ? "" : HELD}
moved as (
  update runs r set version = r.version + 1, seq = x.seq, status = x.status::run_status,
    started_at = ${at("started_at")}, ended_at = ${at("ended_at")}, usage = x.usage, budget = x.budget
  from x ${isAlone ? "" : "join held on held.id = x.run_id"} where r.id = x.run_id and r.version = x.version
  returning r.id),
steps as (
  update run_steps s set status = x.status::step_status, reason = x.reason::step_reason,
    cause_step_id = x.cause_step_id, attempt = x.attempt, claim = x.claim, interruptions = x.interruptions,
    has_acted = x.has_acted,
    lease_owner = x.lease_owner,
    lease_until = case when x.status = 'running' and x.lease_owner is not null then clock_timestamp() + $5::int * interval '1 ms' end,
    due_at = ${at("due_at")}, input = x.input, output = x.output, error = x.error, usage = x.usage,
    reserved = x.reserved, child_run_id = x.child_run_id, started_at = ${at("started_at")}, ended_at = ${at("ended_at")}
  from (select x.* from ${rows(2, "run_id text, step_id text, status text, reason text, cause_step_id text, attempt int, claim int, interruptions int, has_acted boolean, lease_owner text, due_at float8, input jsonb, output jsonb, error jsonb, usage jsonb, reserved jsonb, child_run_id text, started_at float8, ended_at float8")}
  join moved on moved.id = x.run_id offset 0) x
  where s.run_id = x.run_id and s.step_id = x.step_id),
attempts as (
  insert into run_attempts as t (run_id, step_id, claim, attempt, status, input, output, error, correction, usage,
    worker, started_at, ended_at)
  select x.run_id, x.step_id, x.claim, x.attempt, x.status::attempt_status, x.input, x.output, x.error,
    x.correction, x.usage, x.worker, ${at("started_at")}, ${at("ended_at")}
  from ${rows(3, "run_id text, step_id text, claim int, attempt int, status text, input jsonb, output jsonb, error jsonb, correction jsonb, usage jsonb, worker text, started_at float8, ended_at float8")}
  join moved on moved.id = x.run_id
  on conflict (run_id, step_id, claim) do update set attempt = excluded.attempt, status = excluded.status,
    input = coalesce(excluded.input, t.input), output = coalesce(excluded.output, t.output),
    error = coalesce(excluded.error, t.error), correction = coalesce(excluded.correction, t.correction),
    usage = coalesce(excluded.usage, t.usage), ended_at = excluded.ended_at),
${rare}events as (
  insert into run_events (run_id, seq, type, step_id, attempt, worker, at, data)
  select x.run_id, x.seq, x.type::run_event_type, x.step_id, x.attempt, x.worker, clock_timestamp(), x.data
  from ${rows(4, "run_id text, seq int, type text, step_id text, attempt int, worker text, data jsonb")}
  join moved on moved.id = x.run_id)
select (select coalesce(json_agg(id), '[]') from moved) as moved,
  floor(extract(epoch from clock_timestamp()) * 1000)::float8 as now`;

const COMMITS = { alone: commit(true, ""), together: commit(false, "") };
const COMMITS_WITH_RARE = { alone: commit(true, RARE), together: commit(false, RARE) };

/**
 * Writes each change whole, with no secret in it, or leaves its run as it is when somebody else moved it first.
 * Answers with the runs that moved, and with the database's time.
 */
export async function commitRuns(
  execute: Execute,
  changes: readonly RunChange[],
  { leaseMs, redact }: { leaseMs: number; redact: SecretStore["redact"] },
): Promise<{ moved: ReadonlySet<string>; now: number }> {
  const tables = commitRows(changes, redact);
  const parameters: unknown[] = [
    JSON.stringify(tables.runs),
    JSON.stringify(tables.steps),
    JSON.stringify(tables.attempts),
    JSON.stringify(tables.events),
    leaseMs,
  ];
  const isRare = tables.approvals.length > 0 || tables.artifacts.length > 0;
  if (isRare) parameters.push(JSON.stringify(tables.approvals), JSON.stringify(tables.artifacts));
  const commits = isRare ? COMMITS_WITH_RARE : COMMITS;
  const [row] = await execute(changes.length === 1 ? commits.alone : commits.together, parameters);
  if (!row) throw new Error("The commit of a run answered with no row");
  return { moved: new Set(row["moved"] as string[]), now: row["now"] as number };
}
