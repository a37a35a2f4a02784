import { expect, test } from "vitest";
import { checkOutcome, collateralOf, isExactly } from "./check-outcome.ts";
import { planOfGraph } from "./conversation-case.ts";
import { add, change, type Graph, remove } from "./conversations/oracle.ts";
import { outcomeOf } from "./conversations/outcome.ts";

const before: Graph = [
  { id: "load", title: "Load the rows", dependsOn: [] },
  { id: "clean", title: "Clean the rows", dependsOn: ["load"] },
  { id: "plot", title: "Plot the rows", dependsOn: ["clean"] },
  { id: "mail", title: "Mail the plot", dependsOn: ["plot"] },
];
const without = outcomeOf(before, remove(before, "clean"));
const checked = { id: "check", title: "Check the rows", dependsOn: ["clean"] };
const added = outcomeOf(before, add(before, checked, 2, ["plot"]), ["check"]);

test.each([
  ["the step is still there", before, "there is a step too many: Clean the rows"],
  ["another is gone", remove(before, "mail"), "there is a step too many: Clean the rows"],
  [
    "nothing was handed on",
    remove(before, "clean", "detach"),
    '"Plot the rows" depends on [], expected [load]',
  ],
  [
    "a setting came along",
    change(remove(before, "clean"), "mail", { approval: true }),
    '"Mail the plot" asks for approval',
  ],
  [
    "a step ran away in the list",
    remove(before, "clean").toReversed(),
    'in the list "mail the plot" stands where "load the rows" should',
  ],
  ["all is as expected", remove(before, "clean"), null],
])("after a removal, when %s, that is what the verdict says", (_what, after, fault) => {
  expect(checkOutcome(before, without, planOfGraph(after))).toBe(fault);
});

test("a new step may have any id, and any place in the list when the words do not say which", () => {
  const other = { ...checked, id: "look-at-the-rows" };
  const here = planOfGraph(add(before, other, 2, ["plot"]));
  const atTheEnd = planOfGraph(add(before, other, 4, ["plot"]));

  expect([here, atTheEnd].map((plan) => checkOutcome(before, added, plan))).toEqual([null, null]);
  expect([here, atTheEnd].map((plan) => isExactly(before, added, plan))).toEqual([true, false]);
});

test("what changes in a step that no outcome names is collateral, down to its instructions", () => {
  const [was, after] = [planOfGraph(before), planOfGraph(remove(before, "clean"))];
  const reworded = {
    ...after,
    steps: after.steps.map((step) => (step.id === "mail" ? { ...step, instructions: "Mail it." } : step)),
  };

  expect(collateralOf([without], before, was, after)).toEqual([]);
  expect(collateralOf([without], before, was, reworded)).toEqual(["Mail the plot: instructions"]);
});

test("a step that no outcome adds is collateral", () => {
  const more = planOfGraph(add(before, checked, 2, ["plot"]));

  expect(collateralOf([added], before, planOfGraph(before), more)).toEqual([]);
  expect(collateralOf([{}], before, planOfGraph(before), more)).toEqual([
    "Plot the rows: dependsOn",
    "Check the rows: is new",
  ]);
});

test("another setting of the very step that is meant is collateral as well", () => {
  const outcome = outcomeOf(before, change(before, "mail", { approval: true }));
  const after = planOfGraph(change(before, "mail", { approval: true, retries: 5 }));

  expect(collateralOf([outcome], before, planOfGraph(before), after)).toEqual(["Mail the plot: maxAttempts"]);
});

test("that the rest goes on after a failure can be said in two ways", () => {
  const outcome = outcomeOf(before, change(before, "plot", { onError: "continue" }));
  const plans = (["continue", "skip", "stop"] as const).map((onError) => {
    const plan = planOfGraph(before);
    return { ...plan, steps: plan.steps.map((step) => (step.id === "plot" ? { ...step, onError } : step)) };
  });

  expect(plans.map((plan) => checkOutcome(before, outcome, plan))).toEqual([
    null,
    null,
    '"Plot the rows" has onError stop, expected continue',
  ]);
});

test("a condition on a status may name the opposite status", () => {
  const outcome = outcomeOf(before, change(before, "mail", { if: "$plot.status == 'failed'" }));
  const verdictOn = (condition: string) =>
    checkOutcome(before, outcome, planOfGraph(change(before, "mail", { if: condition })));

  expect(verdictOn('$plot.status != "completed"')).toBeNull();
  expect(verdictOn("$load.status == 'failed'")).toBe(
    "\"Mail the plot\" has the condition $load.status == 'failed', expected $plot.status == 'failed'",
  );
});
