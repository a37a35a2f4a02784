import type { Dag } from "./labelled-dags.ts";
import type { OracleCondition } from "./oracle-step.ts";

/** What a step's `if` says, and null for none. */
export type Condition = Exclude<OracleCondition, string> | null;

const NEVER: Condition = { of: [], is: "completed" };
const STATUSES = ["completed", "failed", "skipped"];

/** Every choice of the steps whose condition is never true. */
export function unmetConditions(dag: Dag): Condition[][] {
  return choices(dag.map(() => [null, NEVER]));
}

/**
 * Every choice of conditions of which each step has at most one: never true, about the status of one
 * dependency, or that any of several has failed.
 */
export function statusConditions(dag: Dag): Condition[][] {
  return choices(
    dag.map((dependsOn) => [
      null,
      NEVER,
      ...dependsOn.flatMap((place) => STATUSES.map((is) => ({ of: [place], is }))),
      ...(dependsOn.length > 1 ? [{ of: dependsOn, is: "failed" }] : []),
    ]),
  );
}

function choices<Item>(options: readonly (readonly Item[])[]): Item[][] {
  return options.reduce<Item[][]>(
    (found, items) => found.flatMap((chosen) => items.map((item) => [...chosen, item])),
    [[]],
  );
}
