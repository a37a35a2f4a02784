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

test("a number in a quoted title names no step, and a title behind a number is told with it", () => {
  expect(mentionedSteps('Renamed step 3 "Repeat step 2 for LinkedIn".')).toEqual([3]);
  const titles = (text: string) =>
    splitMentions(text).flatMap(({ stepNumber, title }) =>
      stepNumber === null ? [] : [[stepNumber, title]],
    );
  expect(titles('Removed step 3 "Check". Step 4 waits for step 2 “Fetch it”.')).toEqual([
    [3, "Check"],
    [4, undefined],
    [2, "Fetch it"],
  ]);
});

test("a count behind the numbers is the number of no step", () => {
  expect(mentionedSteps("The same holds for steps 15, 29, 69 and 32 more.")).toEqual([15, 29, 69]);
  expect(mentionedSteps("steps 2, 3, and 4 other steps; step 5 or 2 others")).toEqual([2, 3, 5]);
  expect(mentionedSteps("Ask for step 4 more often.")).toEqual([4]);
});

test("a line of thousands of steps and titles is read in one go", () => {
  const line = 'steps 2, 3 and "step 4" with a title, step 5 "Send" and so on; '.repeat(4_000);
  const begun = process.cpuUsage();

  expect(mentionedSteps(line)).toEqual([2, 3, 5]);
  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(2_000);
});

test("the pieces of a text are the text", () => {
  const words = fc.constantFrom(
    "step 4",
    "steps 2, 3",
    " and ",
    "7",
    '"',
    '"Send"',
    ", ",
    "run",
    "é",
    "\n",
    "step",
    " ",
  );
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
