import { expect, test } from "vitest";
import { controlCharactersOf, withoutControlCharacters } from "#server/core/control-characters.ts";

test("control and direction characters are named once each and taken out, and nothing else is", () => {
  const text = "a\u0007b\u001b[31mc\u202ed\u2066e\u202e\u0085\r";

  expect(controlCharactersOf(text)).toEqual(["U+0007", "U+001B", "U+202E", "U+2066", "U+0085", "U+000D"]);
  expect(withoutControlCharacters(text)).toBe("ab[31mcde");
});

test.each(["two\nlines\tand a tab", "👩‍👩‍👧‍👦 🇩🇪 é", "שלום\u200f עולם", "a\u00a0b\u2028c"])(
  "%j stays as it is",
  (text) => {
    expect(controlCharactersOf(text)).toEqual([]);
    expect(withoutControlCharacters(text)).toBe(text);
  },
);
