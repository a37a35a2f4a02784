import { expect, test } from "vitest";
import { makePlan } from "#test/make.ts";
import type { Plan } from "#server/core/plan.ts";
import { type EditExpectation, editCaseSchema } from "./case-schema.ts";
import { collateralEdits } from "./edit-collateral.ts";
import { readCases } from "./read-cases.ts";

const start = makePlan({
  outline: [],
  "chapter-1": ["outline"],
  "chapter-2": ["chapter-1"],
  print: ["chapter-2"],
});
const expectation = (expected: object): EditExpectation =>
  editCaseSchema.shape.expect.parse({ type: "edit", ...expected });

const removal = expectation({
  steps: {
    outline: { dependsOn: [] },
    "chapter-1": { dependsOn: ["outline"] },
    print: { dependsOn: ["chapter-1"] },
  },
  removed: ["chapter-2"],
});

function after(waits: Record<string, string[]>, fields: Parameters<typeof makePlan>[1] = {}): Plan {
  return makePlan(waits, fields);
}

test.each<[string, Plan, string[]]>([
  ["the removal that was asked", after({ outline: [], "chapter-1": ["outline"], print: ["chapter-1"] }), []],
  ["nothing at all", start, []],
  [
    "the removal of another step",
    after({ outline: [], "chapter-2": ["outline"], print: ["chapter-2"] }),
    ["chapter-1: is gone"],
  ],
  [
    "another step's link gone",
    after({ outline: [], "chapter-1": [], print: ["chapter-1"] }),
    ["chapter-1: no longer waits for outline"],
  ],
  [
    "a link that nobody asked for",
    after({ outline: [], "chapter-1": ["outline"], print: ["chapter-1", "outline"] }),
    ["print: waits for outline"],
  ],
  [
    "another step renamed, and asking first",
    after(
      { outline: [], "chapter-1": ["outline"], print: ["chapter-1"] },
      { print: { title: "Print it", approval: {} } },
    ),
    ["print: title", "print: approval"],
  ],
  [
    "a step too many",
    after({ outline: [], "chapter-1": ["outline"], print: ["chapter-1"], mail: ["print"] }),
    ["mail: is new"],
  ],
  [
    "another title of the plan",
    { ...after({ outline: [], "chapter-1": ["outline"], print: ["chapter-1"] }), title: "The book" },
    ["the plan: title"],
  ],
  ["only half of it: the links are cut", after({ outline: [], "chapter-1": ["outline"], print: [] }), []],
])("of what came of a removal, %s is told by what nobody asked for", (_what, plan, collateral) => {
  expect(collateralEdits(start, start, plan, removal)).toEqual(collateral);
});

test("a setting, a title and a link that were asked are no collateral, whatever they became", () => {
  const asked = expectation({
    steps: {
      outline: { dependsOn: [] },
      "chapter-1": { dependsOn: ["outline"], retries: 4 },
      "The end": { dependsOn: ["chapter-1"] },
      print: { dependsOn: ["The end"] },
    },
    renamed: { "chapter-2": "The end" },
  });
  const plan = makePlan(
    { outline: [], "chapter-1": ["outline"], "chapter-2": ["chapter-1"], print: ["chapter-2"] },
    { "chapter-1": { maxAttempts: 3 }, "chapter-2": { title: "An end" } },
  );

  expect(collateralEdits(start, start, plan, asked)).toEqual([]);
});

test("what an earlier message did, and stays because it was not undone, is no collateral", () => {
  const asWas = expectation({
    steps: Object.fromEntries(start.steps.map(({ title, dependsOn }) => [title, { dependsOn }])),
    sameAsStart: true,
  });
  const before = after({ outline: [], "chapter-1": ["outline"], print: ["chapter-1"] });
  const more = after({ outline: [], print: [] });

  expect(collateralEdits(start, before, before, asWas)).toEqual([]);
  expect(collateralEdits(start, before, start, asWas)).toEqual([]);
  expect(collateralEdits(start, before, more, asWas)).toEqual(["chapter-1: is gone"]);
});

test("a new step may wait and be waited for as the words say; two steps may become one under either's id", () => {
  const merged = expectation({
    steps: { outline: { dependsOn: [] }, print: { dependsOn: ["+M"] } },
    replaced: ["chapter-1", "chapter-2"],
    added: [{ ref: "+M", dependsOn: ["outline"] }],
  });
  const plans = ["chapter-1", "chapter-2", "chapters"].map((id) =>
    makePlan({ outline: [], [id]: ["outline"], print: [id] }, { [id]: { title: "Both" } }),
  );

  expect(plans.map((plan) => collateralEdits(start, start, plan, merged))).toEqual([[], [], []]);
});

test("in no case is the plan at the start collateral", () => {
  const { edits } = readCases("test/cases");
  const found = edits.flatMap(({ id, plan, expect: expected }) => {
    const waits = Object.fromEntries(plan.steps.map((step) => [step.id, step.dependsOn]));
    const titles = Object.fromEntries(plan.steps.map((step) => [step.id, { title: step.title }]));
    const same = makePlan(waits, titles);
    return collateralEdits(same, same, same, expected).map((text) => `${id} ${text}`);
  });

  expect(found).toEqual([]);
});
