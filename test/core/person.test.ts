import { expect, test } from "vitest";
import { isSamePerson, personSchema } from "#server/core/person.ts";

test("a name with characters that nobody sees is refused, and they are named", () => {
  const signs = [
    "200B",
    "200D",
    "200E",
    "202E",
    "2066",
    "00AD",
    "034F",
    "3164",
    "FEFF",
    "2800",
    "E0041",
    "E000",
  ];
  for (const sign of signs) {
    const read = personSchema.safeParse(`a${String.fromCodePoint(Number.parseInt(sign, 16))}nn`);
    // Unicode's compatible form of the Hangul filler is another filler.
    const named = sign === "3164" ? "1160" : sign;
    expect(read.error?.issues.map(({ message }) => message)).toEqual([
      `a name of 1 to 80 visible characters in one line, without U+${named}`,
    ]);
  }
  for (const name of ["", " ", "\u00a0", "a\nb", "a\u2028b", "x".repeat(81), "\ud800"])
    expect(personSchema.safeParse(name).success).toBe(false);
});

test("a name is kept in the one form of what it looks like", () => {
  for (const [written, name] of [
    [" Ann  Lee ", "Ann Lee"],
    ["Ann\u00a0Lee", "Ann Lee"],
    ["\uff21nn", "Ann"],
    ["Jose\u0301", "Jos\u00e9"],
    ["王小明", "王小明"],
    ["O'Neil-Smith 🙂", "O'Neil-Smith 🙂"],
  ] as const)
    expect(personSchema.parse(written)).toBe(name);
});

test("names that differ only in how they are written are those of one person", () => {
  for (const other of ["ANN", " ann ", "a\u200bnn", "\u202eann", "\uff41nn", "a\u00adnn"])
    expect(isSamePerson("ann", other)).toBe(true);
  expect(isSamePerson("STRASSE", "straße")).toBe(true);
  expect(isSamePerson("ann", "anne")).toBe(false);
});
