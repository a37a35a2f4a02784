import type { Execute } from "./executor.ts";

/** Which part of the work on notices there is to do. */
export type NoticeWork = {
  failed: boolean;
  approvals: boolean;
  pauses: boolean;
  open: boolean;
  due: boolean;
};

// The limit keeps it a look-up by the index for each row, whatever the planner believes of the tables' sizes.
const noOpenNotice = (cause: string) =>
  `(select n.id from notices n where n.closed_at is null and n.cause = ${cause} limit 1) is null`;

const UNTOLD_RUNS = "from runs where status = 'failed' and noticed_at is null";
const UNTOLD_APPROVALS = `
from approvals p where p.status = 'pending' and ${noOpenNotice("'approval_waiting ' || p.id")}`;
const UNTOLD_PAUSES = `
from run_steps s where s.status = 'paused' and s.reason in ('budget', 'outcome_unknown')
  and ${noOpenNotice("'run_paused ' || s.run_id || ' ' || s.step_id || ' ' || s.reason")}`;

// Asked every second by every worker: each part goes by an index over what is open.
const LOOK = `
select exists (select 1 ${UNTOLD_RUNS}) as failed, exists (select 1 ${UNTOLD_APPROVALS}) as approvals,
  exists (select 1 ${UNTOLD_PAUSES}) as pauses,
  exists (select 1 from notices where closed_at is null) as open,
  exists (select 1 from notice_deliveries where status = 'pending' and due_at <= clock_timestamp()) as due`;

export async function lookForNoticeWork(execute: Execute): Promise<NoticeWork> {
  const [row] = await execute(LOOK, []);
  if (!row) throw new Error("The look for notices answered with no row");
  // The columns are those of the statement above.
  return row as NoticeWork;
}

/** A failed run that nobody was told of. */
export type UntoldRun = {
  runId: string;
  agentId: string;
  snapshotId: string;
  trigger: string;
  failedStepId: string | null;
};

const FAILED = `
select r.id as "runId", r.agent_id as "agentId", r.snapshot_id as "snapshotId", r.trigger ->> 'type' as trigger,
  (select e.data ->> 'failedStepId' from run_events e where e.run_id = r.id and e.type = 'run-failed'
    order by e.seq desc limit 1) as "failedStepId"
from (select * ${UNTOLD_RUNS} order by ended_at limit $1) r`;

/** The oldest of them, at most so many. */
export async function findUntoldRuns(execute: Execute, limit: number): Promise<UntoldRun[]> {
  return (await execute(FAILED, [limit])) as UntoldRun[];
}

type UntoldStep = { runId: string; agentId: string; stepId: string; position: number; title: string };
export type UntoldApproval = UntoldStep & {
  approvalId: string;
  reason: string | null;
  tool: string | null;
  instructions: string;
};
export type UntoldPause = UntoldStep & { reason: "budget" | "outcome_unknown" };

const FIELD = (name: string) => `step.definition ->> '${name}' as ${name}`;
const STEP = `
join runs r on r.id = x.run_id join snapshots snapshot on snapshot.id = r.snapshot_id
join run_steps place on place.run_id = x.run_id and place.step_id = x.step_id
cross join lateral (select snapshot.plan -> 'steps' -> place.position as definition) step`;
const STEP_FIELDS = `x.run_id as "runId", r.agent_id as "agentId", x.step_id as "stepId", place.position, ${FIELD("title")}`;

const APPROVALS = `
select x.id as "approvalId", ${STEP_FIELDS}, x.reason, ${FIELD("tool")}, ${FIELD("instructions")}
from (select p.* ${UNTOLD_APPROVALS} order by p.created_at limit $1) x ${STEP}`;
const PAUSES = `
select ${STEP_FIELDS}, x.reason from (select s.* ${UNTOLD_PAUSES} order by s.run_id limit $1) x ${STEP}`;

export async function findUntoldApprovals(execute: Execute, limit: number): Promise<UntoldApproval[]> {
  return (await execute(APPROVALS, [limit])) as UntoldApproval[];
}

export async function findUntoldPauses(execute: Execute, limit: number): Promise<UntoldPause[]> {
  return (await execute(PAUSES, [limit])) as UntoldPause[];
}
