import { type Condition, statusConditions, unmetConditions } from "./condition-sets.ts";
import { distinctDags } from "./distinct-dags.ts";
import { type Dag, labelledDags } from "./labelled-dags.ts";
import { differenceFromOracle } from "./oracle-difference.ts";
import { type Pace, walkOutcomes } from "./outcome-tree.ts";

/** What is to be compared: every graph of a size, with every outcome of every step. */
export type Sweep = {
  size: number;
  /** Every labelled graph, or one for all that a run cannot tell apart. */
  graphs: "labelled" | "distinct";
  /** Whether conditions are only never true, as one more outcome, or also read the status of dependencies. */
  conditions: "unmet" | "of status";
  /** Every order of ends with every number of slots, or one of each for each graph. */
  paces: "every" | "one";
};

/** `outcomes` counts choices of one outcome for every step, `walks` the runs that were told apart. */
export type Compared = { graphs: number; outcomes: number; walks: number; decisions: number };

export const NOTHING_COMPARED: Compared = { graphs: 0, outcomes: 0, walks: 0, decisions: 0 };

/**
 * Walks the runs of every `of`-th graph of the sweep, from the `part`-th, and says after each graph what
 * was compared for it. Throws where a run ends otherwise than the oracle says.
 */
export function* compareWalks(sweep: Sweep, part = 0, of = 1): Generator<Compared> {
  let number = 0;
  for (const dag of sweep.graphs === "labelled" ? labelledDags(sweep.size) : distinctDags(sweep.size)) {
    if (number % of === part) yield compareDag(dag, sweep, number);
    number += 1;
  }
}

function compareDag(dag: Dag, { conditions, paces }: Sweep, number: number): Compared {
  const compared = { ...NOTHING_COMPARED, graphs: 1 };
  for (const pace of PACES[paces](dag.length, number)) {
    for (const chosen of conditions === "unmet" ? unmetConditions(dag) : statusConditions(dag))
      compareTree(dag, chosen, pace, compared);
  }
  return compared;
}

function compareTree(dag: Dag, conditions: Condition[], pace: Pace, compared: Compared): void {
  compared.decisions += walkOutcomes(dag, conditions, pace, ({ state, steps, stop, covers }) => {
    const difference = differenceFromOracle(state, steps, stop);
    if (difference !== null) throw new Error(`With ${pace.slots} slots: ${difference}`);
    compared.outcomes += covers;
    compared.walks += 1;
  });
}

export function addCompared(a: Compared, b: Compared): Compared {
  return {
    graphs: a.graphs + b.graphs,
    outcomes: a.outcomes + b.outcomes,
    walks: a.walks + b.walks,
    decisions: a.decisions + b.decisions,
  };
}

type Ends = Pace["endsNext"];

const oldest: Ends = (running) => running.slice(0, 1);
const newest: Ends = (running) => running.slice(-1);
const any: Ends = (running) => running;

const PACES: Record<Sweep["paces"], (size: number, number: number) => Pace[]> = {
  every: (size) => Array.from({ length: size }, (_, index) => ({ slots: index + 1, endsNext: any })),
  one: (size, number) => [{ slots: 1 + (number % size), endsNext: number % 2 === 0 ? oldest : newest }],
};
