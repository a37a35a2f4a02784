import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Plan } from "#server/core/plan.ts";
import type { Decision } from "#server/core/run-rules/decide.ts";
import { createMetrics } from "#server/metrics/create-metrics.ts";
import { reportChange } from "#server/services/report-change.ts";
import { asks, done, fails } from "#test/core/run-rules/results.ts";
import { openRun } from "#test/core/run-rules/walk.ts";
import { makePlan } from "#test/make.ts";
import { samplesOf } from "#test/samples.ts";

type Line = { level: number; msg: string; [key: string]: unknown };

/** A run whose every change is reported; `lines` is the log of it. */
function watchRun(plan: Plan) {
  const run = openRun(plan);
  const lines: Line[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, written) => {
      lines.push(JSON.parse(String(chunk)));
      written();
    },
  });
  const figures = () => Promise.reject(new Error("There is no database here."));
  const metrics = createMetrics({ figures, prices: () => ({}) });
  const ctx = { metrics, log: pino({ base: null, timestamp: false }, stream) };
  const report = ({ change }: Decision) => {
    if (change !== null) reportChange(ctx, run.state(), change);
  };
  return { run, report, lines, samples: async () => samplesOf((await metrics.exposed()).body) };
}

test("a run is one line at its start and one at its end, with its time and its steps by status", async () => {
  const plan = makePlan({ a: [], b: ["a"], c: ["b"] }, { b: { maxAttempts: 1 } });
  const { run, report, lines, samples } = watchRun(plan);

  report(run.look());
  run.pass(2_500);
  report(run.settle("a", done({ password: "payload words" })));
  report(run.settle("b", fails("payload words")));

  const names = { runId: "run_1", agentId: "agt_1" };
  expect(lines).toEqual([
    { level: 30, ...names, snapshotId: "snap_1", msg: "Run started" },
    {
      level: 30,
      ...names,
      status: "failed",
      seconds: 2.5,
      steps: { completed: 1, failed: 1, skipped: 1 },
      msg: "Run ended",
    },
  ]);
  expect(await samples()).toMatchObject({
    stepwright_runs_started_total: 1,
    'stepwright_runs_ended_total{status="failed"}': 1,
    'stepwright_runs_ended_total{status="completed"}': 0,
    'stepwright_run_duration_seconds_sum{status="failed"}': 2.5,
    'stepwright_steps_ended_total{status="completed",reason="none"}': 1,
    'stepwright_steps_ended_total{status="failed",reason="attempts_exhausted"}': 1,
    'stepwright_steps_ended_total{status="skipped",reason="upstream_failed"}': 1,
  });
});

test("a canceled run ends once, however late its results are refused", async () => {
  const { run, report, lines, samples } = watchRun(makePlan({ a: [] }));

  report(run.look());
  const late = run.outcome("a", done());
  report(run.look([{ type: "canceled", by: "sam" }]));
  report(run.look([late]));

  expect(run.types()).toContain("result-refused");
  expect(lines.map(({ msg }) => msg)).toEqual(["Run started", "Run ended"]);
  expect(await samples()).toMatchObject({
    'stepwright_runs_ended_total{status="canceled"}': 1,
    'stepwright_steps_ended_total{status="skipped",reason="canceled"}': 1,
  });
});

test("a run that is canceled before it began has an end and no time", async () => {
  const { run, report, lines, samples } = watchRun(makePlan({ a: [] }));

  report(run.look([{ type: "canceled", by: "sam" }], 0));

  expect(lines).toMatchObject([{ msg: "Run ended", status: "canceled", seconds: null }]);
  expect(await samples()).not.toHaveProperty('stepwright_run_duration_seconds_count{status="canceled"}');
});

test("pauses count by what they wait for, and interruptions by their cause", async () => {
  const { run, report, lines, samples } = watchRun(makePlan({ ask: [], lost: [] }));
  const lost = { type: "interrupted", stepId: "lost", mayHaveActed: false } as const;

  report(run.look());
  report(run.settle("ask", asks({ to: "x" })));
  report(run.look([{ ...lost, claim: 1, cause: "lease-expired" }]));
  report(run.look([{ ...lost, claim: 2, cause: "handed-back" }]));

  expect(lines.map(({ msg }) => msg)).toEqual(["Run started"]);
  expect(await samples()).toMatchObject({
    'stepwright_steps_paused_total{reason="approval"}': 1,
    'stepwright_attempts_interrupted_total{cause="lease-expired"}': 1,
    'stepwright_attempts_interrupted_total{cause="handed-back"}': 1,
  });
});
