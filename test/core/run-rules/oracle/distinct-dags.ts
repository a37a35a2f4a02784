import { topologicalOrder } from "#server/core/graph.ts";
import { type Dag, labelledDags } from "./labelled-dags.ts";
import { placeOf, planOfSteps } from "./oracle-plan.ts";

/** The order in which the rules go through the steps of a graph. */
export function orderOf(dag: Dag): number[] {
  return topologicalOrder(planOfSteps(dag.map((dependsOn) => ({ dependsOn }))).steps).map(placeOf);
}

/**
 * All that the rules read of a graph, without the names: for each step in that order, its dependencies
 * by their place in it. Graphs of one form have the same runs but for the names of their steps.
 */
export function formOf(dag: Dag): string {
  const order = orderOf(dag);
  return JSON.stringify(order.map((place) => dag[place]?.map((other) => order.indexOf(other))));
}

/** One labelled graph of each form. */
export function* distinctDags(size: number): Generator<Dag> {
  const seen = new Set<string>();
  for (const dag of labelledDags(size)) {
    const form = formOf(dag);
    if (!seen.has(form)) yield dag;
    seen.add(form);
  }
}
