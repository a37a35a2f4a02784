import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import { inProcess } from "./help.ts";

/** `used` of `total` tries at the same time. */
type Slots = { used: number; total: number };

/** What the worker of this process is doing, and how its commits fare. */
export function workerMetrics(registry: Registry) {
  const registers = [registry];
  const workers = new Set<() => Slots>();
  const slots = new Gauge({
    name: "stepwright_worker_slots",
    help: inProcess("Places for tries at the same time, used and free"),
    labelNames: ["state"],
    registers,
    collect: () => {
      const all = [...workers].map((slotsOf) => slotsOf());
      const used = all.reduce((sum, item) => sum + item.used, 0);
      slots.set({ state: "used" }, used);
      slots.set({ state: "free" }, all.reduce((sum, item) => sum + item.total, 0) - used);
    },
  });
  const jobs = new Counter({
    name: "stepwright_jobs_fetched_total",
    help: inProcess("Jobs that the worker took from the queue"),
    registers,
  });
  const refused = new Counter({
    name: "stepwright_results_refused_total",
    help: inProcess("Results that did not count, as their try was not this worker's any more"),
    registers,
  });
  const lost = new Counter({
    name: "stepwright_leases_lost_total",
    help: inProcess("Tries that the worker found to be taken from it while they ran"),
    registers,
  });
  const commits = new Histogram({
    name: "stepwright_commit_duration_seconds",
    help: inProcess("Time that one commit of runs took"),
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const conflicts = new Counter({
    name: "stepwright_commit_conflicts_total",
    help: inProcess("Changes that were decided again, as another process had moved their run"),
    registers,
  });
  const failures = new Counter({
    name: "stepwright_commit_failures_total",
    help: inProcess("Commits of runs that the database refused or did not answer"),
    registers,
  });

  return {
    /** Serves the slots of a worker until the answer is called. */
    watchSlots(slotsOf: () => Slots): () => void {
      workers.add(slotsOf);
      return () => {
        workers.delete(slotsOf);
      };
    },
    jobsFetched: (count: number) => jobs.inc(count),
    resultRefused: () => refused.inc(),
    leaseLost: () => lost.inc(),
    runsCommitted: (seconds: number) => commits.observe(seconds),
    commitConflicted: () => conflicts.inc(),
    commitFailed: () => failures.inc(),
  };
}
