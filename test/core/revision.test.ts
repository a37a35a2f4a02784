import fc from "fast-check";
import { expect, test } from "vitest";
import { namesRevision, restoreTargets } from "#server/core/revision.ts";
import { cases } from "#test/property.ts";

type Link = { revision: number; restoredFrom: number | null; planKey: string };

/** A history as the conversation makes it: an edit to a plan, or a restore of a revision. */
function history(actions: readonly ({ edit: string } | { restore: number })[]): Link[] {
  const links: Link[] = [];
  for (const action of actions) {
    const revision = links.length + 1;
    if ("edit" in action) links.push({ revision, restoredFrom: null, planKey: action.edit });
    else {
      const planKey = links.find((link) => link.revision === action.restore)?.planKey ?? "";
      links.push({ revision, restoredFrom: action.restore, planKey });
    }
  }
  return links;
}

test("without a revision there is nothing to undo and nothing to redo", () => {
  expect(restoreTargets([])).toEqual({ undo: [], redo: [] });
});

test("undo leads to the revision before the last change, and on from there", () => {
  expect(restoreTargets(history([{ edit: "a" }, { edit: "b" }, { edit: "c" }]))).toEqual({
    undo: [2, 1],
    redo: [],
  });
});

test("after an undo, redo leads back to what was undone, and a second undo goes one further", () => {
  const links = history([{ edit: "a" }, { edit: "b" }, { edit: "c" }, { restore: 2 }]);

  expect(restoreTargets(links)).toEqual({ undo: [1], redo: [3] });
});

test("a new change after an undo empties redo", () => {
  const links = history([{ edit: "a" }, { edit: "b" }, { restore: 1 }, { edit: "c" }]);

  expect(restoreTargets(links)).toEqual({ undo: [3], redo: [] });
});

test("after going back several revisions, undo returns, and redo goes forward one at a time", () => {
  const links = history([{ edit: "a" }, { edit: "b" }, { edit: "c" }, { restore: 1 }]);
  expect(restoreTargets(links)).toEqual({ undo: [3, 2, 1], redo: [2, 3] });

  const returned = history([{ edit: "a" }, { edit: "b" }, { edit: "c" }, { restore: 1 }, { restore: 3 }]);
  expect(restoreTargets(returned).undo).toEqual([2, 1]);

  const forward = history([{ edit: "a" }, { edit: "b" }, { edit: "c" }, { restore: 1 }, { restore: 2 }]);
  expect(restoreTargets(forward).redo).toEqual([3]);
});

test("after going back to a revision by its name undo returns, though it is the nearest one", () => {
  const [first, second, third] = history([{ edit: "a" }, { edit: "b" }, { restore: 1 }]);
  if (!first || !second || !third) throw new Error("There are three.");
  const named = { ...third, isNamed: true };
  const undone = { revision: 4, restoredFrom: 2, planKey: "b" };

  expect(restoreTargets([first, second, third])).toEqual({ undo: [], redo: [2] });
  expect(restoreTargets([first, second, named])).toEqual({ undo: [2, 1], redo: [2] });
  expect(restoreTargets([first, second, named, undone])).toEqual({ undo: [1], redo: [3, 2] });
});

test.each([
  ["Go back to r1", 1],
  ["back to revision 12 please", 12],
  ["restore version #3", 3],
  ["zurück zu Fassung 2", 2],
  ["reviens à la révision 2", 2],
  ["vuelve a la versión 2", 2],
  ["回到版本2", 2],
  ["第2版に戻して", 2],
  ["go back to the first plan", 1],
])("a message names the revision that it leads to: %s", (words, revision) => {
  expect(namesRevision(words, revision)).toBe(true);
  expect(namesRevision(words, revision + 1)).toBe(false);
});

test.each([
  "undo",
  "undo 1 change",
  "undo revision 2",
  "take back step 1",
  "go back one",
  "r12",
  "rückgängig",
])("a message that says which change to take back names no revision to go to: %s", (words) => {
  expect(namesRevision(words, 1)).toBe(false);
});

test("undoing every change and redoing every one ends where it began", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
      const edits = Array.from({ length: count }, (_, index) => ({ edit: `plan ${index}` }));
      let actions: ({ edit: string } | { restore: number })[] = edits;

      for (;;) {
        const [target] = restoreTargets(history(actions)).undo;
        if (target === undefined) break;
        actions = [...actions, { restore: target }];
      }
      expect(history(actions).at(-1)?.planKey).toBe("plan 0");

      for (;;) {
        const [target] = restoreTargets(history(actions)).redo;
        if (target === undefined) break;
        actions = [...actions, { restore: target }];
      }
      expect(history(actions).at(-1)?.planKey).toBe(`plan ${count - 1}`);
    }),
    cases(100),
  );
});

test("a change to an older base goes on from there: what it passes over is not on the way back", () => {
  const links = [
    ...history([{ edit: "a" }, { edit: "b" }, { edit: "c" }]),
    { revision: 4, restoredFrom: null, planKey: "d", baseRevision: 2 },
  ];

  expect(restoreTargets(links)).toEqual({ undo: [2, 1], redo: [] });
});

test("taking a change to an older base back is an undo, which redo takes back", () => {
  const links = [
    ...history([{ edit: "a" }, { edit: "b" }]),
    { revision: 3, restoredFrom: null, planKey: "c", baseRevision: 1 },
    { revision: 4, restoredFrom: 1, planKey: "a", baseRevision: 3 },
  ];

  expect(restoreTargets(links)).toEqual({ undo: [], redo: [3] });
});

test("a change to no plan at all has nothing before it", () => {
  const links = [
    ...history([{ edit: "a" }, { edit: "b" }]),
    { revision: 3, restoredFrom: null, planKey: "c", baseRevision: 0 },
  ];

  expect(restoreTargets(links)).toEqual({ undo: [], redo: [] });
});
