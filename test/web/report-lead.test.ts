import { expect, test } from "vitest";
import { reportLead } from "#web/run/report-lead.ts";
import { makeRun, makeRunStep } from "./make-run.ts";

const report = (summary: string) => ({
  plan_id: "snap_1",
  completed: false,
  failed_step: null,
  summary,
  steps: [],
});

test("a report of many failures is told by its first ones and how many more there are", () => {
  const steps = Array.from({ length: 300 }, (_, index) =>
    makeRunStep(`s${index + 1}`, {
      number: index + 1,
      status: index % 3 === 1 ? "failed" : "completed",
      error: index % 3 === 1 ? { message: `There is no file "missing-${index + 1}.csv".` } : null,
    }),
  );
  const summary = `The run failed: of 300 steps 200 completed, 100 failed. ${"Step 2 failed. ".repeat(100)}`;

  expect(reportLead(makeRun(steps, { status: "failed", report: report(summary) }))).toEqual({
    sentence: "The run failed: of 300 steps 200 completed, 100 failed.",
    failures: [2, 5, 8].map((number) => ({
      stepId: `s${number}`,
      number,
      title: `s${number}`,
      why: `There is no file "missing-${number}.csv".`,
    })),
    more: 97,
  });
});

test("one failure with a long message is told shortly, and a short report stands whole", () => {
  const failed = makeRunStep("a", { status: "failed", error: { message: "x".repeat(5_000) } });
  const long = reportLead(
    makeRun([failed], { report: report(`The run failed: 1 failed. ${"x".repeat(5_000)}`) }),
  );

  expect(long?.failures[0]?.why.length).toBeLessThan(200);
  expect(long?.more).toBe(0);
  expect(reportLead(makeRun([failed], { report: report("The run failed. Short.") }))).toBeNull();
  expect(reportLead(makeRun([failed]))).toBeNull();
});
