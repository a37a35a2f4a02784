import { Gauge, type Registry } from "prom-client";
import { stepReasonSchema } from "#server/core/run.ts";
import type { Figures } from "#server/services/read-figures.ts";
import { freshFor } from "./fresh-for.ts";
import { inDatabase, inProcess } from "./help.ts";

// However many watchers there are, the database is asked this often.
const FRESH_MS = 5_000;
// A watcher gives up after ten seconds, and the figures of this process are to reach it.
const PATIENCE_MS = 3_000;

type Read = () => Promise<Figures>;

/** What stands open in the database. While it does not answer, these figures are absent. */
export function databaseMetrics(registry: Registry, read: Read) {
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help: inDatabase(help), labelNames, registers: [registry] });

  const up = new Gauge({
    name: "stepwright_database_up",
    help: inProcess("1 while the database answers, 0 while it does not"),
    registers: [registry],
  });
  const runs = gauge("stepwright_open_runs", "Runs that are not over", "status");
  const running = gauge("stepwright_running_steps", "Steps that a worker holds");
  const paused = gauge("stepwright_paused_steps", "Steps that wait, by what they wait for", "reason");
  const approvals = gauge("stepwright_open_approvals", "Approvals that nobody decided on", "status");
  const approvalAge = gauge("stepwright_oldest_approval_age_seconds", "Age of the oldest pending approval");
  const jobs = gauge("stepwright_queue_jobs", "Jobs that carry runs to workers", "state");
  const jobAge = gauge("stepwright_queue_oldest_ready_age_seconds", "How long the oldest ready job waits");
  const labelled = [runs, paused, approvals, jobs];
  const plain = [running, approvalAge, jobAge];
  const figures = freshFor(read, { freshMs: FRESH_MS, patienceMs: PATIENCE_MS });

  function show(now: Figures): void {
    for (const status of ["queued", "running", "paused"] as const)
      runs.set({ status }, now.runs[status] ?? 0);
    running.set(now.runningSteps);
    paused.reset();
    for (const reason of stepReasonSchema.options) {
      const amount = now.pausedSteps[reason];
      if (amount !== undefined) paused.set({ reason }, amount);
    }
    for (const status of ["waiting", "pending"] as const) {
      approvals.set({ status }, now.approvals[status] ?? 0);
    }
    approvalAge.set(now.oldestApprovalSeconds);
    for (const [state, amount] of Object.entries(now.jobs)) jobs.set({ state }, amount);
    jobAge.set(now.oldestReadyJobSeconds);
  }

  return {
    /** Brings the figures up to date. Never throws. */
    refresh: async (): Promise<void> => {
      try {
        show(await figures());
        up.set(1);
      } catch {
        for (const item of labelled) item.reset();
        for (const item of plain) item.remove();
        up.set(0);
      }
    },
  };
}
