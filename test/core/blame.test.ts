import { expect, test } from "vitest";
import { type BlamedRevision, followRevisions } from "#server/core/blame.ts";
import type { Plan } from "#server/core/plan.ts";
import { makePlan } from "#test/make.ts";

type Told = Partial<Pick<BlamedRevision, "edits" | "restoredFrom" | "baseRevision">>;

/** Follows the plans as revisions 1, 2, … made by messages m1, m2, … */
function follow(...steps: [Plan, Told?][]) {
  const revisions = steps.map(
    ([plan, told], index): BlamedRevision => ({
      revision: index + 1,
      messageId: `m${index + 1}`,
      plan,
      edits: [],
      restoredFrom: null,
      baseRevision: index,
      ...told,
    }),
  );
  const followed = followRevisions(revisions);
  for (const revision of revisions) followed.add(revision);
  return followed.blame();
}

test("a field belongs to the message that gave it the value it has", () => {
  const first = makePlan({ a: [] });
  const renamed = makePlan({ a: [] }, { a: { title: "Collect" } });

  const { steps, plan } = follow([first], [renamed], [{ ...renamed, objective: "Send it weekly." }]);

  expect(steps.get("a")?.get("title")).toEqual({ revision: 2, messageId: "m2" });
  expect(steps.get("a")?.get("instructions")).toEqual({ revision: 1, messageId: "m1" });
  expect(plan.get("objective")).toEqual({ revision: 3, messageId: "m3" });
  expect(plan.get("title")).toEqual({ revision: 1, messageId: "m1" });
  expect(plan.has("steps")).toBe(false);
});

test("a value that is set back by hand belongs to the message that set it back", () => {
  const first = makePlan({ a: [] });
  const renamed = makePlan({ a: [] }, { a: { title: "Collect" } });

  const { steps } = follow([first], [renamed], [first]);

  expect(steps.get("a")?.get("title")).toEqual({ revision: 3, messageId: "m3" });
});

test("what undo brought back names the undo and who set it first, also after redo and undo again", () => {
  const first = makePlan({ a: [] });
  const renamed = makePlan({ a: [] }, { a: { title: "Collect" } });
  const undo = { restoredFrom: 1, edits: [{ op: "restore_revision", revision: 1 }] };

  const undone = follow([first], [renamed], [first, undo]);
  const redone = follow([first], [renamed], [first, undo], [renamed, { restoredFrom: 2 }], [first, undo]);

  expect(undone.steps.get("a")?.get("title")).toEqual({
    revision: 3,
    messageId: "m3",
    original: { revision: 1, messageId: "m1" },
  });
  expect(redone.steps.get("a")?.get("title")).toEqual({
    revision: 5,
    messageId: "m5",
    original: { revision: 1, messageId: "m1" },
  });
});

test("what is brought back from a revision that nobody has belongs to the message that says it", () => {
  const first = makePlan({ a: [] });
  const renamed = makePlan({ a: [] }, { a: { title: "Collect" } });
  const fromNowhere = { edits: [{ op: "restore_revision", revision: 9 }] };

  expect(follow([first], [renamed, fromNowhere]).steps.get("a")?.get("title")).toEqual({
    revision: 2,
    messageId: "m2",
  });
});

test("a removed step that is brought back keeps who set its fields first", () => {
  const whole = makePlan({ a: [], b: ["a"] });
  const without = makePlan({ a: [] });
  const back = { edits: [{ op: "restore_step", step: "b", revision: null }] };

  const { steps } = follow([whole], [without], [whole, back]);

  expect(steps.get("b")?.get("title")).toEqual({
    revision: 3,
    messageId: "m3",
    original: { revision: 1, messageId: "m1" },
  });
  expect(steps.get("a")?.get("title")).toEqual({ revision: 1, messageId: "m1" });
});

test("each dependency and each parameter of an input has its own message", () => {
  const first = makePlan({ a: [], b: [], c: ["a"] }, { c: { input: { path: "x.csv" } } });
  const more = makePlan(
    { a: [], b: [], c: ["b", "a"] },
    { c: { input: { path: "x.csv", encoding: "utf8" } } },
  );

  const { steps } = follow([first], [more]);

  const c = steps.get("c");
  expect(c?.get("dependsOn.a")?.revision).toBe(1);
  expect(c?.get("dependsOn.b")?.revision).toBe(2);
  expect(c?.get("dependsOn")?.revision).toBe(2);
  expect(c?.get("input.path")?.revision).toBe(1);
  expect(c?.get("input.encoding")?.revision).toBe(2);
});

test("another order of what a step waits for sets nothing", () => {
  const first = makePlan({ a: [], b: [], c: ["a", "b"] });
  const turned = makePlan({ b: [], a: [], c: ["b", "a"] });

  expect(follow([first], [turned]).steps.get("c")?.get("dependsOn")?.revision).toBe(1);
});

test("two steps of one id in a broken draft are told apart, and ids like those of objects are steps", () => {
  const twice = makePlan({ constructor: [] });
  const broken = { ...twice, steps: [...twice.steps, ...makePlan({ constructor: [] }).steps] };

  const { steps } = follow([twice], [broken]);

  expect(steps.get("constructor")?.get("title")?.revision).toBe(1);
  expect(steps.get("constructor#2")?.get("title")?.revision).toBe(2);
});

test("a message that takes the place of another goes on from the plan before it, and that keeps its messages", () => {
  const first = makePlan({ a: [] });
  const renamed = makePlan({ a: [] }, { a: { title: "Collect" } });
  const otherwise = makePlan({ a: [] }, { a: { instructions: "Collect it." } });

  const reworded = follow([first], [renamed], [otherwise, { baseRevision: 1 }]);
  const anew = follow([first], [renamed, { baseRevision: 0 }]);

  expect(reworded.steps.get("a")?.get("title")).toEqual({ revision: 1, messageId: "m1" });
  expect(reworded.steps.get("a")?.get("instructions")).toEqual({ revision: 3, messageId: "m3" });
  expect(anew.steps.get("a")?.get("instructions")).toEqual({ revision: 2, messageId: "m2" });
});
