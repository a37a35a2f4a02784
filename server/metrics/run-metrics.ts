import { Counter, Histogram, type Registry } from "prom-client";
import type { AttemptResult } from "#server/core/attempt.ts";
import type { RunStatus } from "#server/core/run.ts";
import { endsRun } from "#server/core/run-rules/ends-run.ts";
import type { RunChange } from "#server/core/run-rules/run-change.ts";
import { inProcess } from "./help.ts";

const RUN_BUCKETS = [0.1, 0.5, 1, 5, 15, 60, 300, 1_800, 7_200, 43_200, 259_200];
const FINAL: RunStatus[] = ["completed", "failed", "canceled"];
const INTERRUPTIONS = ["handed-back", "lease-expired"];

/** Runs, steps and attempts, as this process wrote them. */
export function runMetrics(registry: Registry) {
  const registers = [registry];
  const started = new Counter({
    name: "stepwright_runs_started_total",
    help: inProcess("Runs that began"),
    registers,
  });
  const ended = new Counter({
    name: "stepwright_runs_ended_total",
    help: inProcess("Runs that ended, by their final status"),
    labelNames: ["status"],
    registers,
  });
  const durations = new Histogram({
    name: "stepwright_run_duration_seconds",
    help: inProcess("Time from a run's start to its end, pauses included"),
    labelNames: ["status"],
    buckets: RUN_BUCKETS,
    registers,
  });
  const steps = new Counter({
    name: "stepwright_steps_ended_total",
    help: inProcess("Steps that were completed, failed or skipped, and why"),
    labelNames: ["status", "reason"],
    registers,
  });
  const pauses = new Counter({
    name: "stepwright_steps_paused_total",
    help: inProcess("Pauses of steps, by what they wait for"),
    labelNames: ["reason"],
    registers,
  });
  const attempts = new Counter({
    name: "stepwright_attempts_ended_total",
    help: inProcess(
      "Attempts that came to an end in this worker; of a failed one, how it may be tried again",
    ),
    labelNames: ["outcome", "retry"],
    registers,
  });
  const attemptSeconds = new Histogram({
    name: "stepwright_attempt_duration_seconds",
    help: inProcess("Time that an attempt took in this worker"),
    labelNames: ["outcome"],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 5, 15, 60, 300, 1_800],
    registers,
  });
  const interrupted = new Counter({
    name: "stepwright_attempts_interrupted_total",
    help: inProcess("Attempts taken from a worker that stopped (handed-back) or died (lease-expired)"),
    labelNames: ["cause"],
    registers,
  });
  for (const status of FINAL) ended.inc({ status }, 0);
  for (const cause of INTERRUPTIONS) interrupted.inc({ cause }, 0);

  return {
    /** Counts what a change did to its run, once it is written. */
    runChanged(change: RunChange): void {
      for (const { type, stepId, data } of change.log) {
        const reason = (stepId === null ? null : change.steps.get(stepId)?.reason) ?? "none";
        switch (type) {
          case "run-started":
            started.inc();
            break;
          case "step-completed":
          case "step-failed":
          case "step-skipped":
            steps.inc({ status: type.slice("step-".length), reason });
            break;
          case "step-paused":
            pauses.inc({ reason });
            break;
          case "attempt-interrupted":
            interrupted.inc({ cause: String(data["cause"]) });
            break;
        }
      }
      if (!endsRun(change)) return;
      ended.inc({ status: change.status });
      const { startedAt, endedAt, status } = change;
      if (startedAt !== null && endedAt !== null) {
        durations.observe({ status }, (endedAt - startedAt) / 1_000);
      }
    },
    attemptEnded(result: AttemptResult, seconds: number): void {
      const retry = result.type === "failed" ? result.retry : "none";
      attempts.inc({ outcome: result.type, retry });
      attemptSeconds.observe({ outcome: result.type }, seconds);
    },
  };
}
