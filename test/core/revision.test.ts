import fc from "fast-check";
import { expect, test } from "vitest";
import { restoreTargets } from "#server/core/revision.ts";

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
  expect(restoreTargets([])).toEqual({ undo: null, redo: null });
});

test("undo leads to the revision before the last change", () => {
  expect(restoreTargets(history([{ edit: "a" }, { edit: "b" }]))).toEqual({ undo: 1, redo: null });
});

test("after an undo, redo leads back to what was undone, and a second undo goes one further", () => {
  const links = history([{ edit: "a" }, { edit: "b" }, { edit: "c" }, { restore: 2 }]);

  expect(restoreTargets(links)).toEqual({ undo: 1, redo: 3 });
});

test("a new change after an undo empties redo", () => {
  const links = history([{ edit: "a" }, { edit: "b" }, { restore: 1 }, { edit: "c" }]);

  expect(restoreTargets(links)).toEqual({ undo: 3, redo: null });
});

test("going back to an older revision by its number is a change that undo takes back", () => {
  const links = history([{ edit: "a" }, { edit: "b" }, { edit: "c" }, { restore: 1 }]);

  expect(restoreTargets(links)).toEqual({ undo: 3, redo: null });
});

test("undoing every change and redoing every one ends where it began", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), (count) => {
      const edits = Array.from({ length: count }, (_, index) => ({ edit: `plan ${index}` }));
      let actions: ({ edit: string } | { restore: number })[] = edits;

      for (let target = restoreTargets(history(actions)).undo; target !== null; ) {
        actions = [...actions, { restore: target }];
        target = restoreTargets(history(actions)).undo;
      }
      expect(history(actions).at(-1)?.planKey).toBe("plan 0");

      for (let target = restoreTargets(history(actions)).redo; target !== null; ) {
        actions = [...actions, { restore: target }];
        target = restoreTargets(history(actions)).redo;
      }
      expect(history(actions).at(-1)?.planKey).toBe(`plan ${count - 1}`);
    }),
  );
});
