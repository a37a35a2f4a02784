import { expect, test } from "vitest";
import { unmetConditions } from "./condition-sets.ts";
import { distinctDags, formOf, orderOf } from "./distinct-dags.ts";
import { type Dag, labelledDags } from "./labelled-dags.ts";
import { idAt, placeOf } from "./oracle-plan.ts";
import { walkOutcomes } from "./outcome-tree.ts";

/** How all runs of a graph end, with every step named by its place in the order of the rules. */
function endsOf(dag: Dag): string[] {
  const ends: string[] = [];
  const order = orderOf(dag);
  for (const inOrder of unmetConditions(dag)) {
    const conditions = dag.map((_, place) => inOrder[order.indexOf(place)] ?? null);
    const pace = { slots: 2, endsNext: (running: readonly number[]) => running.slice(-1) };
    walkOutcomes(dag, conditions, pace, ({ state }) => {
      const steps = order.map((place) => {
        const { status, reason, causeStepId } = state.steps.get(idAt(place)) ?? {};
        return [status, reason, causeStepId ? order.indexOf(placeOf(causeStepId)) : null];
      });
      ends.push(JSON.stringify([state.status, steps]));
    });
  }
  return ends;
}

test("graphs of one form have the same runs but for the names of their steps", () => {
  const first = new Map<string, string[]>();
  let compared = 0;
  for (const dag of labelledDags(3)) {
    const ends = endsOf(dag);
    const others = first.get(formOf(dag));
    if (others) {
      expect(ends).toEqual(others);
      compared += 1;
    }
    first.set(formOf(dag), ends);
  }

  expect(first.size).toBe([...distinctDags(3)].length);
  expect(compared).toBe(25 - first.size);
  expect(compared).toBeGreaterThan(5);
});
