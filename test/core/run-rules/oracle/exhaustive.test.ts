import { expect, test } from "vitest";
import { cases } from "#test/property.ts";
import { addCompared, compareWalks, NOTHING_COMPARED, type Sweep } from "./compare-walks.ts";

function compared(sweep: Sweep, part = 0, of = 1) {
  return [...compareWalks(sweep, part, of)].reduce(addCompared, NOTHING_COMPARED);
}

test.each([
  [1, 1],
  [2, 3],
  [3, 25],
])("every run of a plan of %i steps ends as the oracle says, in every order", (size, graphs) => {
  expect(compared({ size, graphs: "labelled", conditions: "unmet", paces: "every" }).graphs).toBe(graphs);
  expect(compared({ size, graphs: "labelled", conditions: "of status", paces: "one" }).graphs).toBe(graphs);
});

test("each choice of an outcome for every step is compared once for every graph and pace", () => {
  const { outcomes, walks } = compared({ size: 3, graphs: "labelled", conditions: "unmet", paces: "one" });

  expect(outcomes).toBe(25 * 7 ** 3);
  expect(walks).toBeLessThan(outcomes);
});

test.each([
  ["unmet", 4, 12],
  ["unmet", 5, 1_830],
  ["of status", 4, 181],
] as const)(
  "runs with conditions %s of some plans of %i steps end as the oracle says",
  (conditions, size, of) => {
    const part = cases(1).seed % of;

    expect(compared({ size, graphs: "labelled", conditions, paces: "one" }, part, of).graphs).toBeGreaterThan(
      1,
    );
  },
);
