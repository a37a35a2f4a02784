import fc from "fast-check";
import { expect, test } from "vitest";
import { insertMention, withSentence, mentionedSteps, splitMentions } from "#web/chat/step-mentions.ts";

test("single steps, lists and ranges are found with their numbers", () => {
  expect(mentionedSteps("Move step 4 before Step 2.")).toEqual([4, 2]);
  expect(mentionedSteps("steps 2, 3 and 5 can run at once; step 3 is slow")).toEqual([2, 3, 5]);
  expect(mentionedSteps("merge steps 2-4 or 7")).toEqual([2, 4, 7]);
});

test("numbers that belong to something else are left alone", () => {
  expect(mentionedSteps("retry 3 times, footstep 4, stepladder 5")).toEqual([]);
  expect(mentionedSteps("step 2 and 30% more")).toEqual([2]);
  expect(mentionedSteps("step 3, 4 hours later; step 5.5 is none")).toEqual([3]);
});

test("the pieces of a text are the text", () => {
  const words = fc.constantFrom("step 4", "steps 2, 3", " and ", "7", ", ", "run", "é", "\n", "step", " ");
  fc.assert(
    fc.property(fc.array(words), (list) => {
      const text = list.join("");
      expect(
        splitMentions(text)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }),
  );
});

test("a mention goes in at the caret without gluing words together", () => {
  expect(insertMention("", 0, 4)).toEqual({ text: "Step 4 ", caret: 7 });
  expect(insertMention("Move", 4, 4)).toEqual({ text: "Move step 4 ", caret: 12 });
  expect(insertMention("Move  up", 5, 4).text).toBe("Move step 4 up");
});

test("a sentence stands behind the draft as a sentence of its own", () => {
  expect(withSentence(" ", "Remove step 4")).toBe("Remove step 4");
  expect(withSentence("Rename step 2 to Fetch ", "Remove step 4")).toBe(
    "Rename step 2 to Fetch. Remove step 4",
  );
  expect(withSentence("Really?", "Remove step 4")).toBe("Really? Remove step 4");
});
