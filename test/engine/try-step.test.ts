import { expect, test } from "vitest";
import { tryStep } from "#server/engine/try-step.ts";
import { done } from "#test/core/run-rules/results.ts";
import { makePlan } from "#test/make.ts";

test("a try that is stopped before it begins does nothing", async () => {
  const plan = makePlan({ a: [] });
  const [step] = plan.steps;
  if (!step) throw new Error("the plan has one step");
  let calls = 0;
  const begun = tryStep(
    async () => {
      calls += 1;
      return done();
    },
    {
      runId: "run_1",
      model: null,
      plan,
      step,
      attempt: 1,
      runInput: null,
      results: {},
      corrections: [],
      approvedInput: null,
      idempotencyKey: "run_1:a",
    },
    { folder: async () => "/nowhere", logToolCall: async () => {} },
  );
  begun.abandon("The run was canceled.");

  expect(await begun.result).toMatchObject({ type: "failed" });
  expect(calls).toBe(0);
});
