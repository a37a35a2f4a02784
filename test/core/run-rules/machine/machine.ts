import type { Plan } from "#server/core/plan.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { decide } from "#server/core/run-rules/decide.ts";
import type { Fact } from "#server/core/run-rules/fact.ts";
import { applyChange } from "#server/core/run-rules/run-change.ts";
import { prepareRunPlan } from "#server/core/run-rules/run-plan.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import { changeFaults } from "./change-faults.ts";
import { type DrawnFact, factIn } from "./machine-facts.ts";
import { helpfulFacts } from "./machine-help.ts";
import { newRecord, recordDecision } from "./machine-record.ts";
import { standingFaults } from "./standing-faults.ts";
import { openRun } from "#test/core/run-rules/walk.ts";

/** Time passes, things happen, and somebody decides: a worker with so many free slots, or one that has none. */
export type Command = {
  facts: DrawnFact[];
  passes: number;
  slots: number;
  worker: string | null;
  childrenEnd: boolean;
};

const MOST_LOOKS_TO_THE_END = 100;

/** A run in memory that is looked over after every decision, and throws where a rule is broken. */
export function openMachine(plan: Plan) {
  const prepared = prepareRunPlan(plan);
  const record = newRecord();
  let state: RunState = openRun(plan).state();
  let now = 1_000_000;
  let asked = 0;

  function look(facts: Fact[], slots: number, worker: string | null): void {
    const before = state;
    const decision = decide(prepared, before, { facts, now, worker, slots });
    if (decision.change) state = applyChange(before, decision.change);
    recordDecision(record, decision);
    const faults = [
      ...changeFaults({ before, after: state, facts, slots, decision }),
      ...standingFaults(plan, { state, now, left: decision.left, record }),
    ];
    if (faults.length > 0) throw new Error(`${faults.join("\n")}\n${told({ facts, before, state })}`);
  }

  // How the child ended is for the next try to find out.
  function endChildren(): void {
    const ids = [...state.steps.values()].flatMap(({ childRunId }) => childRunId ?? []);
    state = { ...state, endedChildren: new Map(ids.map((id) => [id, "completed"])) };
  }

  return {
    run: ({ facts, passes, slots, worker, childrenEnd }: Command) => {
      now += passes;
      if (childrenEnd) endChildren();
      const happened = facts.flatMap((fact) => {
        asked += 1;
        return factIn(state, fact, `apv_${asked}`) ?? [];
      });
      look(happened, slots, worker);
    },
    /** From here on people answer and tries succeed, which brings every run to its end. */
    finish: () => {
      for (let looks = 0; !isFinalRunStatus(state.status); looks += 1) {
        if (looks > MOST_LOOKS_TO_THE_END) throw new Error(`The run is stuck: ${told({ state })}`);
        endChildren();
        look(helpfulFacts(state), 10, "w1");
        now += 1_000;
      }
    },
  };
}

function told(value: Record<string, unknown>): string {
  return JSON.stringify(value, (_key, item) => (item instanceof Map ? Object.fromEntries(item) : item));
}
