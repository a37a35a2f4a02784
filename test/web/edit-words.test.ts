import fc from "fast-check";
import { expect, test } from "vitest";
import { callWords } from "#web/chat/edit-words.ts";

test("every edit of a call gets its own words", () => {
  const input = {
    edits: [
      { op: "add_step", step: { id: "check", title: "Check the file" }, after: null },
      { op: "set_dependencies", step: 3, dependsOn: [1, "fetch"] },
      { op: "remove_step", step: 7, rewire: "bridge" },
      { op: "swap_steps", step: 2, with: 4 },
    ],
  };

  expect(callWords("edit_plan", input).map(({ words, detail }) => `${words}: ${detail}`)).toEqual([
    "Added a step: Check the file",
    "Set what it waits for: 3 after 1, fetch",
    "Removed step: 7",
    "Swapped steps: 2 and 4",
  ]);
  expect(callWords("edit_plan", input).map((edit) => edit.stepNumber)).toEqual([null, 3, 7, 2]);
});

test("whatever a model sends as a call can be shown", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("edit_plan", "propose_plan", "find_tools", "unheard_of"),
      fc.jsonValue(),
      (name, input) => {
        for (const edit of callWords(name, { edits: [input, null], ...Object(input) })) {
          expect(edit.words).not.toBe("");
        }
        expect(Array.isArray(callWords(name, input))).toBe(true);
      },
    ),
  );
});
