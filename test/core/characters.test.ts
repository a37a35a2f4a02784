import fc from "fast-check";
import { expect, test } from "vitest";
import { characterCount, firstCharacters, isLonger, shortened } from "#server/core/characters.ts";
import { stepName } from "#server/core/plan.ts";

const FAMILY = "👩‍👩‍👧‍👦";

test("an emoji, a flag and a letter with its accent are one character each", () => {
  expect(characterCount("")).toBe(0);
  expect(characterCount(`a${FAMILY}🇩🇪e\u0301注`)).toBe(5);
  expect(characterCount(FAMILY.repeat(120))).toBe(120);
});

test("a letter under a pile of marks counts for more than one, so that no limit is empty", () => {
  expect(characterCount(`a${"\u0301".repeat(1_599)}`)).toBe(100);
});

test("a shortened text ends with … and breaks no character", () => {
  expect(shortened("short")).toBe("short");
  expect(shortened("x".repeat(80))).toBe("x".repeat(80));
  expect(shortened("x".repeat(81))).toBe(`${"x".repeat(79)}…`);
  expect(shortened(FAMILY.repeat(80))).toBe(FAMILY.repeat(80));
  expect(shortened(FAMILY.repeat(81))).toBe(`${FAMILY.repeat(79)}…`);
  expect(shortened(`${"x".repeat(70)} ${" ".repeat(20)}y`)).toBe(`${"x".repeat(70)}…`);
  expect(stepName(3, "T".repeat(500))).toBe(`Step 3 "${"T".repeat(79)}…"`);
});

test("the first characters are a beginning of the text, whole and as many as fit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), fc.nat(30), (text, most) => {
      const start = firstCharacters(text, most);
      expect(text.startsWith(start)).toBe(true);
      expect(start.isWellFormed() || !text.isWellFormed()).toBe(true);
      expect(characterCount(start)).toBeLessThanOrEqual(most);
      if (characterCount(text) <= most) expect(start).toBe(text);
    }),
  );
});

test("a text is longer than what fits by the characters that people see", () => {
  expect(isLonger("abc", 3)).toBe(false);
  expect(isLonger("abcd", 3)).toBe(true);
  expect(isLonger(FAMILY.repeat(3), 3)).toBe(false);
  expect(isLonger(FAMILY.repeat(4), 3)).toBe(true);
});
