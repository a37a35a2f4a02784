import type { Context } from "#server/context.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { changeRun } from "./change-run.ts";
import { type Execute, executeHot } from "./executor.ts";
import { findRunsToAsk } from "./find-runs-to-ask.ts";

const SETTLING = `
select clock_timestamp() < pg_postmaster_start_time() + $1::int * interval '1 ms' as is_settling`;
const LOST = `
select distinct run_id from run_steps
where status = 'running' and lease_until < clock_timestamp() limit 100`;
const EXPIRED = `
select distinct run_id from approvals
where status = 'pending' and expires_at <= clock_timestamp() limit 100`;

/**
 * Settles what nobody else will: steps whose lease ran out, approvals that nobody decided on in time,
 * and approvals that were held and may ask now. Any number of workers may sweep at once. No step is taken while
 * the owners of leases have not had `leaseMs` to renew them since the database started, or is back as `wasAway`
 * says. Answers with how many runs it looked at.
 */
export async function sweepRuns(ctx: Context, { leaseMs = 0, wasAway = false } = {}): Promise<number> {
  const execute = executeHot(ctx.database);
  // The embedded database starts with its only worker: nobody is left to renew.
  const isShared = ctx.database.driver === "postgres";
  const isSettling = isShared && (wasAway || (await hasJustStarted(execute, leaseMs)));
  const lost = isSettling ? [] : await execute(LOST, []);
  const expired = await execute(EXPIRED, []);
  const held = await findRunsToAsk(execute);
  const runIds = new Set([...[...lost, ...expired].map((row) => String(row["run_id"])), ...held]);

  for (const runId of runIds) {
    try {
      await sweepRun(ctx, runId, isSettling);
    } catch (error) {
      // One run that cannot be settled must not keep the others from it.
      ctx.log.error({ err: error, runId }, "A run could not be swept");
    }
  }
  return runIds.size;
}

async function hasJustStarted(execute: Execute, leaseMs: number): Promise<boolean> {
  const [start] = await execute(SETTLING, [leaseMs]);
  return start?.["is_settling"] === true;
}

async function sweepRun(ctx: Context, runId: string, isSettling: boolean): Promise<void> {
  await changeRun(ctx, runId, ({ state, now }) => [
    ...[...state.steps].flatMap(([stepId, step]): Fact[] => {
      // Where the owner renews it all the same, the run's version moves and this is decided again.
      if (isSettling || step.status !== "running" || step.leaseUntil === null || step.leaseUntil >= now)
        return [];
      const lost = { stepId, claim: step.claim, mayHaveActed: step.hasActed };
      return [{ ...lost, type: "interrupted", cause: "lease-expired" }];
    }),
    ...state.approvals.flatMap((approval): Fact[] =>
      approval.status === "pending" && approval.expiresAt !== null && approval.expiresAt <= now
        ? [{ type: "approval-expired", approvalId: approval.approvalId }]
        : [],
    ),
  ]);
}
