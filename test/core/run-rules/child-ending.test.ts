import { expect, test } from "vitest";
import type { Step } from "#server/core/plan.ts";
import { chainProblem } from "#server/core/agent-chain.ts";
import {
  type EndedStep,
  isSafeToRepeat,
  isWorthAnother,
  outputsOf,
} from "#server/core/run-rules/child-ending.ts";
import { makePlan } from "#test/make.ts";

function ended(over: Partial<EndedStep>): EndedStep {
  return {
    status: "completed",
    reason: null,
    output: null,
    hasActed: false,
    childRunId: null,
    isRejected: false,
    ...over,
  };
}

test("what comes out are the outputs of the steps that no other waits for, null where one did not complete", () => {
  const plan = makePlan({ a: [], b: ["a"], c: ["a"], alone: [] });
  const steps = new Map([
    ["a", ended({ output: 1 })],
    ["b", ended({ output: { n: 2 } })],
    ["c", ended({ status: "skipped", reason: "condition" })],
  ]);
  expect(outputsOf(plan, steps)).toEqual({ b: { n: 2 }, c: null, alone: null });
});

test("another run is worth it only when every failure is one that a new try may mend", () => {
  const cases: [step: Partial<EndedStep>, onError: Step["onError"], isWorth: boolean][] = [
    [{ status: "failed", reason: "attempts_exhausted" }, undefined, true],
    [{ status: "failed", reason: "check_failed" }, "stop", true],
    [{ status: "failed", reason: "attempts_exhausted", isRejected: true }, undefined, false],
    [{ status: "failed", reason: "not_retryable" }, undefined, false],
    [{ status: "failed", reason: "approval_expired" }, undefined, false],
    [{ status: "failed", reason: "budget" }, undefined, false],
    [{ status: "failed", reason: "not_retryable" }, "continue", true],
    [{ status: "skipped", reason: "on_error" }, "skip", true],
  ];
  for (const [step, onError, isWorth] of cases) {
    const plan = makePlan({ a: [], b: [] }, { b: onError === undefined ? {} : { onError } });
    const steps = new Map([
      ["a", ended({})],
      ["b", ended(step)],
    ]);
    expect([step, isWorthAnother(plan, steps)]).toEqual([step, isWorth]);
  }
});

test("another run could do twice what a step may have done whose effect nobody knows", () => {
  const cases: [step: Partial<EndedStep>, isSafe: boolean][] = [
    [{ hasActed: true }, true],
    [{ status: "failed", reason: "attempts_exhausted", hasActed: true }, true],
    [{ status: "failed", reason: "not_retryable", hasActed: true }, false],
    [{ status: "skipped", reason: "on_error", hasActed: true }, false],
    [{ status: "skipped", reason: "canceled", hasActed: true }, false],
    [{ status: "skipped", reason: "canceled", childRunId: "run_1" }, false],
    [{ status: "skipped", reason: "canceled" }, true],
    [{ status: "skipped", reason: "upstream_failed" }, true],
  ];
  for (const [step, isSafe] of cases) {
    expect([
      step,
      isSafeToRepeat(
        new Map([
          ["a", ended({})],
          ["b", ended(step)],
        ]),
      ),
    ]).toEqual([step, isSafe]);
  }
});

test("a chain of agents is refused when it closes a circle or has more than three of them", () => {
  expect(chainProblem(["a", "b", "c"])).toBeNull();
  expect(chainProblem(["a", "b", "a"])).toBe('The agents would run each other in a circle: "a" → "b" → "a".');
  expect(chainProblem(["a", "b", "c", "d"])).toBe(
    'At most 3 agents may run each other in a chain, and these are 4: "a" → "b" → "c" → "d".',
  );
});
