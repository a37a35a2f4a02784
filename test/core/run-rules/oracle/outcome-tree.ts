import type { AttemptResult } from "#server/core/attempt.ts";
import { decide } from "#server/core/run-rules/decide.ts";
import type { OutcomeFact } from "#server/core/run-rules/fact.ts";
import { applyChange } from "#server/core/run-rules/run-change.ts";
import { prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import type { Condition } from "./condition-sets.ts";
import type { Dag } from "./labelled-dags.ts";
import type { OracleStep, StopMoment } from "./oracle-step.ts";
import { idAt, placeOf, planOfSteps } from "./oracle-plan.ts";
import { done, fails } from "#test/core/run-rules/results.ts";
import { openRun, WORKER } from "#test/core/run-rules/walk.ts";

/** How a worker goes through a run: how much it takes at once, and which of its steps may end next. */
export type Pace = { slots: number; endsNext: (running: readonly number[]) => readonly number[] };

/** A run at its end, with what the oracle needs to know of it. */
export type WalkedEnd = {
  steps: readonly OracleStep[];
  stop: StopMoment | null;
  state: RunState;
  /** For how many choices of outcomes it stands: all that differ only in steps that were never tried. */
  covers: number;
};

type Choice = Pick<OracleStep, "outcome" | "onError"> & { result: AttemptResult };

const UNMET: AttemptResult = { type: "precondition_unmet", observation: null, usage: NO_USAGE };
const FAILURE = { outcome: { failed: "not_retryable" }, result: fails("No.", "not_retryable") };
const CHOICES: readonly Choice[] = [
  { outcome: "completed", result: done(), onError: "skip_dependents" },
  { outcome: "precondition", result: UNMET, onError: "skip_dependents" },
  ...(["skip_dependents", "stop", "skip", "continue"] as const).map((onError) => ({ ...FAILURE, onError })),
];

type Standing = {
  state: RunState;
  running: readonly number[];
  started: ReadonlySet<number>;
  ended: ReadonlySet<number>;
  stop: StopMoment | null;
};

/**
 * Every way in which the run of a graph can go, as a tree: where a step ends, it ends in each way that
 * there is. Answers with the number of decisions.
 */
export function walkOutcomes(
  dag: Dag,
  conditions: readonly Condition[],
  pace: Pace,
  onEnd: (end: WalkedEnd) => void,
): number {
  const chosen: (Choice | null)[] = dag.map(() => null);
  const plan = prepareRunPlan(openPlan(dag, conditions, chosen));
  let decisions = 0;
  const none: ReadonlySet<number> = new Set();
  look({ state: openRun(plan.plan).state(), running: [], started: none, ended: none, stop: null }, []);
  return decisions;

  function look(before: Standing, facts: OutcomeFact[]): void {
    const slots = pace.slots - before.running.length;
    const { change, claims } = decide(plan, before.state, { facts, now: 1, worker: WORKER, slots });
    decisions += 1;
    if (!change) throw new Error("The run stands still");
    const taken = claims.map(({ stepId }) => placeOf(stepId));
    const running = [...before.running, ...taken];
    const started = taken.length === 0 ? before.started : new Set([...before.started, ...taken]);
    const state = applyChange(before.state, change);
    if (running.length === 0) end(state, started, before.stop);
    for (const place of pace.endsNext(running)) branch({ ...before, state, running, started }, place);
  }

  function branch(before: Standing, place: number): void {
    const running = before.running.filter((other) => other !== place);
    const ended = new Set([...before.ended, place]);
    for (const choice of CHOICES) {
      chosen[place] = choice;
      const isStop = before.stop === null && choice.onError === "stop";
      const stop = isStop ? { by: place, started: before.started, ended: before.ended } : before.stop;
      look({ ...before, running, ended, stop }, [outcomeOf(place, choice)]);
    }
    chosen[place] = null;
  }

  function end(state: RunState, started: ReadonlySet<number>, stop: StopMoment | null): void {
    const steps = dag.map((dependsOn, place): OracleStep => {
      const { outcome, onError } = chosen[place] ?? { outcome: { failed: "never" }, onError: "continue" };
      return { dependsOn, outcome, onError, condition: conditions[place] ?? undefined };
    });
    const open = dag.filter((_, place) => !started.has(place) && conditions[place]?.of.length !== 0);
    onEnd({ steps, stop, state, covers: CHOICES.length ** open.length });
  }
}

function outcomeOf(place: number, { result }: Choice): OutcomeFact {
  const fence = { stepId: idAt(place), claim: 1, worker: WORKER };
  return { type: "outcome", ...fence, result, isRepeatable: true, jitter: 0, approvalId: "" };
}

/** A plan whose `onError` cannot be read before the step has ended, so that it may be chosen then. */
function openPlan(dag: Dag, conditions: readonly Condition[], chosen: readonly (Choice | null)[]) {
  const plan = planOfSteps(dag.map((dependsOn, place) => ({ dependsOn, condition: conditions[place] })));
  for (const [place, step] of plan.steps.entries()) {
    Object.defineProperty(step, "onError", {
      get: () => {
        const choice = chosen[place];
        if (!choice) throw new Error(`The "onError" of ${step.id} was read before the step ended`);
        return choice.onError;
      },
    });
  }
  return plan;
}
