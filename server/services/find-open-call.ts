import { conflict } from "#server/errors.ts";
import type { Execute } from "./executor.ts";

/** A step whose call another run may not make again as long as nobody knows what it did. */
type OpenCall = {
  runId: string;
  stepId: string;
  /** Whether its run was canceled meanwhile, so that nobody can say any more what became of it. */
  isCanceled: boolean;
};

// Also of the runs that do the work of steps which did not complete.
const OPEN_CALL = `
with recursive tree as (
  select $1::text as run_id
  union
  select s.child_run_id from tree t join run_steps s on s.run_id = t.run_id
  where s.child_run_id is not null and s.status <> 'completed')
select s.run_id, s.step_id, s.reason = 'canceled' as is_canceled
from tree t join run_steps s on s.run_id = t.run_id
where (s.status = 'running' and s.has_acted) or s.reason = 'outcome_unknown'
  or (s.reason = 'canceled' and s.has_acted)
order by is_canceled nulls first, s.run_id <> $1, s.run_id, s.position limit 1`;

/** A call of the run, or of a run that works for it, that must not be made twice; null when there is none. */
export async function findOpenCall(execute: Execute, runId: string): Promise<OpenCall | null> {
  const [row] = await execute(OPEN_CALL, [runId]);
  if (!row) return null;
  return {
    runId: String(row["run_id"]),
    stepId: String(row["step_id"]),
    isCanceled: row["is_canceled"] === true,
  };
}

export function openCallConflict({ runId, stepId, isCanceled }: OpenCall) {
  const what = isCanceled
    ? `Step "${stepId}" of run "${runId}" was canceled during a call that must not be made twice, and nobody knows whether it had its effect. The new run would make it again. See what it did first; with "repeatUncertain": true the new run starts all the same.`
    : `Step "${stepId}" is in a call that must not be made twice, and the new run would make it again. Wait for its end, or say what became of it, and go on then.`;
  return conflict(what, { runId, stepId });
}
