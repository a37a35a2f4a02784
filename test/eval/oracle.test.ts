import fc from "fast-check";
import { expect, test } from "vitest";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import type { Plan } from "#server/core/plan.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import { cases } from "#test/property.ts";
import { planOfGraph } from "./conversation-case.ts";
import {
  add,
  type CaseStep,
  type Graph,
  merge,
  place,
  reinsert,
  remove,
  split,
  swap,
  waitFor,
} from "./conversations/oracle.ts";

const COUNT = 7;

// Each step may wait for any that stand before it, so that there is no circle.
const graphs: fc.Arbitrary<Graph> = fc
  .array(fc.array(fc.boolean(), { minLength: COUNT, maxLength: COUNT }), {
    minLength: COUNT,
    maxLength: COUNT,
  })
  .map((rows) =>
    rows.map((row, index): CaseStep => {
      const dependsOn = row.slice(0, index).flatMap((waits, other) => (waits ? [`s${other}`] : []));
      return { id: `s${index}`, title: `Step of ${index}`, dependsOn };
    }),
  );
const ids = fc.constantFrom(...Array.from({ length: COUNT }, (_, index) => `s${index}`));

const texts = { instructions: "Do it.", expectedOutput: "It is done." };
const fresh = { id: "new", title: "A new step" };
const moved = (step: string, after: string | null, dependsOn: string[] | null): PlanEdit => ({
  op: "move_step",
  step,
  after,
  reinsert: dependsOn && { dependsOn, requiredBy: [] },
});
const splitting = (step: string, arrangement: "chain" | "parallel"): PlanEdit => ({
  op: "split_step",
  step,
  arrangement,
  parts: [{ id: step, title: "One half" }, fresh].map((part) => ({ ...part, ...texts, settings: [] })),
});

type Pair = {
  said: string;
  edit: (a: string, b: string) => PlanEdit;
  oracle: (graph: Graph, a: string, b: string) => Graph;
};

const pairs: Pair[] = [
  {
    said: "a removal that hands on",
    edit: (a) => ({ op: "remove_step", step: a, rewire: "bridge" }),
    oracle: (graph, a) => remove(graph, a),
  },
  {
    said: "a removal that cuts",
    edit: (a) => ({ op: "remove_step", step: a, rewire: "detach" }),
    oracle: (graph, a) => remove(graph, a, "detach"),
  },
  {
    said: "a dependency",
    edit: (a, b) => ({ op: "add_dependency", step: a, dependsOn: [b] }),
    oracle: (graph, a, b) => waitFor(graph, a, [b]),
  },
  { said: "a swap", edit: (a, b) => ({ op: "swap_steps", step: a, with: b }), oracle: swap },
  { said: "a place in the list", edit: (a, b) => moved(a, b, null), oracle: place },
  {
    said: "a step that runs elsewhere",
    edit: (a, b) => moved(a, b, [b]),
    oracle: (graph, a, b) => place(reinsert(graph, a, [b], []), a, b),
  },
  {
    said: "a merge",
    edit: (a, b) => ({ op: "merge_steps", steps: [a, b], title: "Both", ...texts, changes: [] }),
    oracle: (graph, a, b) => {
      const [first = a, second = b] = [a, b].sort();
      return merge(graph, first, second, "Both");
    },
  },
  {
    said: "a split into a chain",
    edit: (a) => splitting(a, "chain"),
    oracle: (graph, a) => split(graph, a, [{ id: a, title: "One half" }, fresh], false),
  },
  {
    said: "a split side by side",
    edit: (a) => splitting(a, "parallel"),
    oracle: (graph, a) => split(graph, a, [{ id: a, title: "One half" }, fresh], true),
  },
  {
    said: "a step between two",
    edit: (a, b) => ({
      op: "add_step",
      step: { ...fresh, ...texts, kind: "reasoning", dependsOn: [a], settings: [] },
      after: a,
      requiredBy: [b],
    }),
    oracle: (graph, a, b) =>
      add(graph, { ...fresh, dependsOn: [a] }, graph.findIndex((step) => step.id === a) + 1, [b]),
  },
];

test.each(pairs)("the oracle and the product agree on $said", ({ edit, oracle }) => {
  fc.assert(
    fc.property(graphs, ids, ids, (graph, a, b) => {
      fc.pre(a !== b);

      const result = applyEdits(planOfGraph(graph), [edit(a, b)]);

      // What the product refuses (a circle, no change) has no outcome to compare.
      if (result.ok) expect(shapeOf(result.value.plan)).toEqual(shapeOf(planOfGraph(oracle(graph, a, b))));
    }),
    cases(200),
  );
});

function shapeOf(plan: Plan) {
  return plan.steps.map(({ id, title, dependsOn }) => ({ id, title, dependsOn: [...dependsOn].sort() }));
}
