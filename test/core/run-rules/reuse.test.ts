import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import type { Plan, Step } from "#server/core/plan.ts";
import { newStepState, type StepState } from "#server/core/run-rules/run-state.ts";
import { reusableSteps } from "#server/core/run-rules/reuse.ts";
import { makePlan } from "#test/make.ts";

const GRAPH = { fetch: [], other: [], clean: ["fetch"], send: ["clean", "other"] };
const INPUT = { day: 1, month: 2 };

function completed(output: Json): StepState {
  return { ...newStepState(), status: "completed", output };
}

function reused(
  plan: Plan,
  { input = INPUT, over = {} }: { input?: Json; over?: Record<string, StepState> } = {},
) {
  const earlier = makePlan(GRAPH, { fetch: { usesRunInput: true } });
  const steps = new Map(earlier.steps.map(({ id }) => [id, over[id] ?? completed(id)]));
  return [...reusableSteps(plan, input, { plan: earlier, input: INPUT, steps }).keys()];
}

function changed(over: Record<string, Partial<Step>>): Plan {
  return makePlan(GRAPH, { fetch: { usesRunInput: true }, ...over });
}

test("a run of the same plan with the same input takes over every completed step with its output", () => {
  const plan = changed({});
  const steps = new Map(plan.steps.map(({ id }) => [id, completed(`${id} output`)]));

  const found = reusableSteps(plan, { month: 2, day: 1 }, { plan, input: INPUT, steps });

  expect(found).toEqual(steps);
});

test("a changed step and all that comes after it are done again, whatever the order of the list", () => {
  const plan = changed({ fetch: { usesRunInput: true, instructions: "Fetch more." } });

  expect(reused(plan)).toEqual(["other"]);
  expect(reused({ ...plan, steps: plan.steps.toReversed() })).toEqual(["other"]);
});

test("a new title does not change what a step does", () => {
  expect(reused(changed({ clean: { title: "Clean up" } })).toSorted()).toEqual([
    "clean",
    "fetch",
    "other",
    "send",
  ]);
});

test("another run input changes the steps that receive it, and what comes after them", () => {
  expect(reused(changed({}), { input: { day: 2 } })).toEqual(["other"]);
});

test("what did not complete before, and what is new, is done", () => {
  const failed: StepState = { ...newStepState(), status: "failed" };

  expect(reused(changed({}), { over: { clean: failed } }).toSorted()).toEqual(["fetch", "other"]);
  expect(reused(makePlan({ other: [], added: [], last: ["added"] }))).toEqual(["other"]);
});

test("a step that only writes out a default is the same work", () => {
  expect(reused(changed({ other: { maxAttempts: 3, onError: "skip_dependents" } }))).toContain("other");
  expect(reused(changed({ other: { maxAttempts: 4 } }))).not.toContain("other");
});
