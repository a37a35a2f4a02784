import type { AttemptResult } from "#server/core/attempt.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { newStepState } from "#server/core/run-rules/run-state.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { type Choices, choicesOf, shuffled } from "#test/core/properties/choices.ts";
import type { StopMoment } from "./oracle-step.ts";
import { idAt, placeOf, planOfSteps } from "./oracle-plan.ts";
import type { RandomStep } from "./random-steps.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { openRun } from "#test/core/run-rules/walk.ts";

const MOST_LOOKS = 1_000;

/**
 * A run of the steps to its end, in an order that follows from `seed`: several outcomes at once, few
 * slots or none, tries handed back, looks too early and late.
 */
export function walkRandomly(steps: readonly RandomStep[], seed: number) {
  const choices = choicesOf(seed);
  const reused = steps.flatMap(({ outcome }, place) => (outcome === "reused" ? [place] : []));
  const run = openReusing(steps, reused);
  const started = new Set(reused);
  const ended = new Set(reused);
  let stop: StopMoment | null = null;

  for (let looks = 0; !isFinalRunStatus(run.state().status); looks += 1) {
    if (looks > MOST_LOOKS) throw new Error(`The run does not end: ${JSON.stringify(run.standing())}`);
    if (run.running().length === 0 || choices.once(8)) run.pass(choices.below(4_000));
    const facts = drawFacts(run, steps, choices);
    const over = facts.filter((fact) => isEnd(fact, run, steps)).map(({ stepId }) => placeOf(stepId));
    const by = over.find(
      (place) => steps[place]?.onError === "stop" && typeof steps[place].outcome === "object",
    );
    if (by !== undefined) stop ??= { by, started: new Set(started), ended: new Set(ended) };
    const { claims } = run.look(facts, choices.below(5));
    for (const place of over) ended.add(place);
    for (const { stepId } of claims) started.add(placeOf(stepId));
  }
  return { state: run.state(), stop };
}

type Run = ReturnType<typeof openRun>;
type StepFact = Extract<Fact, { type: "outcome" | "interrupted" }>;

function openReusing(steps: readonly RandomStep[], reused: readonly number[]): Run {
  const plan = planOfSteps(steps, ({ onError, maxAttempts }) => ({ onError, maxAttempts }));
  const state = { ...newStepState(), status: "completed" as const, reason: "reused" as const };
  return openRun(plan, null, new Map(reused.map((place) => [idAt(place), state])));
}

/** What some of the running steps came to, in any order. */
function drawFacts(run: Run, steps: readonly RandomStep[], choices: Choices): StepFact[] {
  const running = run.running();
  return shuffled(choices.some(running, running.length), choices).map((stepId) => {
    const { claim, attempt } = run.step(stepId);
    if (choices.once(10))
      return { type: "interrupted", stepId, claim, cause: "handed-back", mayHaveActed: false };
    return run.outcome(stepId, resultOf(steps[placeOf(stepId)] as RandomStep, attempt));
  });
}

function isEnd(fact: StepFact, run: Run, steps: readonly RandomStep[]): boolean {
  const { failures } = steps[placeOf(fact.stepId)] as RandomStep;
  return fact.type === "outcome" && run.step(fact.stepId).attempt > failures.length;
}

function resultOf({ failures, outcome }: RandomStep, attempt: number): AttemptResult {
  const failure = failures[attempt - 1];
  if (failure) return fails("Not yet.", failure);
  if (outcome === "precondition") return { type: "precondition_unmet", observation: null, usage: NO_USAGE };
  if (typeof outcome !== "object") return done();
  return fails("No.", outcome.failed === "not_retryable" ? "not_retryable" : "now");
}
