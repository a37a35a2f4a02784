import fc from "fast-check";
import { expect, test } from "vitest";
import { replayRun } from "#server/core/replay.ts";
import { makePlan } from "#test/make.ts";
import { cases } from "#test/property.ts";
import { moves, walkAtRandom } from "./random-run.ts";
import { runnablePlan } from "./runnable-plan.ts";

test("whatever happens to a run, its log alone gives back every step, try, approval and correction", () => {
  const seen = new Set<string>();
  const property = fc.property(runnablePlan, moves, (plan, walk) => {
    const { state, attempts, events } = walkAtRandom(plan, walk);

    const replayed = replayRun(plan, events);

    const steps = [...state.steps].map(([id, { leaseUntil: _, ...step }]) => [id, step]);
    expect([...replayed.steps]).toEqual(steps);
    expect(replayed.attempts.toSorted(byClaim)).toEqual(attempts.toSorted(byClaim));
    expect(replayed.approvals).toEqual(state.approvals);
    expect([...replayed.corrections]).toEqual([...state.corrections]);
    const { status, input, budget, startedAt, endedAt } = state;
    expect(replayed).toMatchObject({ status, input, budget, startedAt, endedAt });
    for (const { type, data } of events) seen.add(`${type} ${data["reason"] ?? ""}`.trim());
  });
  const { numRuns, seed } = cases(1_500);
  // Walks that never get there would prove nothing, so that more of them are tried for what is rare.
  for (let round = 0; round < 10 && (round === 0 || EVERYTHING.some((what) => !seen.has(what))); round += 1)
    fc.assert(property, { numRuns, seed: seed + round });

  expect([...seen].toSorted()).toEqual(expect.arrayContaining(EVERYTHING));
});

const EVERYTHING = [
  "approval-approved",
  "approval-canceled",
  "approval-expired",
  "approval-held",
  "approval-rejected",
  "approval-requested",
  "approval-signed",
  "attempt-failed",
  "attempt-interrupted",
  "attempt-started",
  "budget-given-up",
  "budget-raised",
  "child-run-ended",
  "child-run-started",
  "outcome-resolved",
  "result-refused",
  "run-canceled",
  "run-completed",
  "run-failed",
  "run-paused",
  "run-resumed",
  "step-completed",
  "step-failed attempts_exhausted",
  "step-failed approval_expired",
  "step-failed budget",
  "step-failed check_failed",
  "step-failed not_retryable",
  "step-paused approval",
  "step-paused budget",
  "step-paused check",
  "step-paused outcome_unknown",
  "step-paused wait",
  "step-skipped canceled",
  "step-skipped condition",
  "step-skipped on_error",
  "step-skipped precondition",
  "step-skipped stopped",
  "step-skipped upstream_failed",
  "tool-called",
];

test("an event about a step that the plan does not have is refused, not passed over", () => {
  const event = {
    seq: 1,
    type: "step-completed",
    stepId: "gone",
    attempt: 1,
    worker: null,
    data: {},
  } as const;

  expect(() => replayRun(makePlan({ a: [] }), [{ ...event, at: "2026-01-01T00:00:00Z" }])).toThrow(
    'Event 1 is about step "gone", which the plan does not have',
  );
});

function byClaim(a: { stepId: string; claim: number }, b: { stepId: string; claim: number }): number {
  return a.stepId === b.stepId ? a.claim - b.claim : a.stepId < b.stepId ? -1 : 1;
}
