import type { AttemptResult } from "#server/core/attempt.ts";
import type { OnError } from "#server/core/plan.ts";
import { decide } from "#server/core/run-rules/decide.ts";
import type { OutcomeFact } from "#server/core/run-rules/fact.ts";
import { applyChange } from "#server/core/run-rules/run-change.ts";
import { type RunPlan, prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { NO_USAGE } from "#server/core/run-rules/usage.ts";
import { makePlan } from "#test/make.ts";
import type { Dag } from "./labelled-dags.ts";
import type { OracleStep, StopMoment } from "./oracle.ts";
import { done, fails } from "./results.ts";
import { openRun, WORKER } from "./walk.ts";

type Choice = Pick<OracleStep, "outcome" | "onError"> & { result: AttemptResult };

const UNMET: AttemptResult = { type: "precondition_unmet", observation: null, usage: NO_USAGE };
const FAILURE = { outcome: { failed: "not_retryable" }, result: fails("No.", "not_retryable") };
const CHOICES: readonly Choice[] = [
  { outcome: "completed", result: done(), onError: "skip_dependents" },
  { outcome: "precondition", result: UNMET, onError: "skip_dependents" },
  ...(["skip_dependents", "stop", "skip", "continue"] as const).map((onError) => ({ ...FAILURE, onError })),
];

/** How a worker goes through a run: how much it takes at once, and which of its steps may end next. */
export type Pace = { slots: number; endsNext: (running: readonly number[]) => readonly number[] };

/** A run at its end, and what the oracle needs to know of it. */
export type WalkedEnd = {
  steps: readonly OracleStep[];
  stop: StopMoment | null;
  state: RunState;
  /** How many choices of outcomes end here, as they differ only in what was never tried. */
  covers: number;
};

/** A step as the tree walks it: what its failure does is chosen when it ends, and cannot be read before. */
type OpenStep = { end: Choice | null };

/**
 * Every way in which the run of a graph can go, as a tree: where a step ends, it ends in each way that
 * there is. Answers with the number of decisions.
 */
export function walkOutcomes(
  dag: Dag,
  conditions: readonly OracleStep["condition"][],
  pace: Pace,
  onEnd: (end: WalkedEnd) => void,
): number {
  const open: OpenStep[] = dag.map(() => ({ end: null }));
  const ids = dag.map((_, place) => `s${place}`);
  const plan = planOf(dag, conditions, open);
  let decisions = 0;
  let state = openRun(makePlan({})).state();
  state = { ...state, steps: new Map(openRun(makePlan(Object.fromEntries(ids.map((id) => [id, []])))).state().steps) };
  look(state, [], [], new Set(), new Set(), null);
  return decisions;

  function look(
    before: RunState,
    facts: OutcomeFact[],
    running: readonly number[],
    started: ReadonlySet<number>,
    ended: ReadonlySet<number>,
    stop: StopMoment | null,
  ): void {
    decisions += 1;
    const { change, claims } = decide(plan, before, { facts, now: 1, worker: WORKER, slots: pace.slots - running.length });
    if (!change) throw new Error("nothing changed");
    const after = applyChange(before, change);
    let nowRunning = running;
    let nowStarted = started;
    if (claims.length > 0) {
      const taken = claims.map(({ stepId }) => Number(stepId.slice(1)));
      nowRunning = [...running, ...taken];
      nowStarted = new Set([...started, ...taken]);
    }
    if (nowRunning.length === 0) {
      const steps = open.map(({ end }, place): OracleStep => {
        const c = conditions[place];
        return {
          dependsOn: dag[place] ?? [],
          onError: end?.onError ?? "continue",
          outcome: end?.outcome ?? { failed: "never tried" },
          ...(c && { condition: c }),
        };
      });
      const covers = dag.reduce((n, _, place) => nowStarted.has(place) || conditions[place] ? n : n * 6, 1);
      onEnd({ steps, stop, state: after, covers });
      return;
    }
    for (const place of pace.endsNext(nowRunning)) {
      const rest = nowRunning.filter((other) => other !== place);
      const nowEnded = new Set([...ended, place]);
      for (const choice of CHOICES) {
        (open[place] as OpenStep).end = choice;
        const fact: OutcomeFact = {
          type: "outcome", stepId: ids[place] ?? "", claim: 1, worker: WORKER, result: choice.result, isRepeatable: true, jitter: 0, approvalId: "",
        };
        const moment = stop ?? (choice.onError === "stop" ? { by: place, started: nowStarted, ended } : null);
        look(after, [fact], rest, nowStarted, nowEnded, moment);
      }
      (open[place] as OpenStep).end = null;
    }
  }
}

function planOf(dag: Dag, conditions: readonly OracleStep["condition"][], open: readonly OpenStep[]): RunPlan {
  const plan = makePlan(
    Object.fromEntries(dag.map((links, place) => [`s${place}`, links.map((other) => `s${other}`)])),
  );
  plan.steps.forEach((step, place) => {
    const c = conditions[place];
    if (c) step.if = c.of.length === 0 ? "1 == 2" : c.of.map((o) => `$s${o}.status == '${c.is}'`).join(" || ");
    Object.defineProperty(step, "onError", {
      get: () => {
        const end = open[place]?.end;
        if (!end) throw new Error(`onError of ${step.id} read before it ended`);
        return end.onError;
      },
    });
  });
  return prepareRunPlan(plan);
}
