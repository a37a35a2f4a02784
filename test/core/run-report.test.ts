import { expect, test } from "vitest";
import { runReport } from "#server/core/run-report.ts";
import { makePlan } from "#test/make.ts";

function summaryOf(messages: string[]): string {
  const last = messages.at(-1) ?? "";
  return runReport({
    snapshotId: "snap_1",
    plan: makePlan({ fetch: [] }, { fetch: { title: "Fetch" } }),
    status: "failed",
    settled: ["fetch"],
    steps: new Map([
      [
        "fetch",
        {
          status: "failed",
          reason: "attempts_exhausted",
          causeStepId: null,
          output: null,
          error: { message: last },
          failures: messages.map((message, index) => ({ attempt: index + 1, message })),
        },
      ],
    ]),
  }).summary;
}

test("the same error of every attempt is said once", () => {
  const summary = summaryOf(["There is no file", "There is no file", "There is no file"]);

  expect(summary).toBe(
    'The run failed: of 1 step 1 failed. Step 1 "Fetch" failed (no attempts left). Each of its 3 attempts: There is no file.',
  );
});

test("different errors are said attempt by attempt", () => {
  expect(summaryOf(["One.", "Two."])).toContain("Two. The tries: attempt 1: One. attempt 2: Two.");
});

test("the error of a single attempt stands alone", () => {
  const summary = summaryOf(["Only this."]);

  expect(summary).toMatch(/\(no attempts left\)\. Only this\.$/);
  expect(summary.match(/Only this/g)).toHaveLength(1);
});
