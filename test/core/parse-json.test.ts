import fc from "fast-check";
import { expect, test } from "vitest";
import { parseJson } from "#server/core/parse-json.ts";
import { anyText } from "./arbitrary-plan.ts";

function messageOf(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? "" : parsed.error.message;
}

test("what JSON can hold comes back", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
    }),
  );
});

test("a mistake is told with line and column", () => {
  const mistakes: [string, string][] = [
    ["", "A value is missing at line 1, column 1."],
    ["hello", "A value is missing at line 1, column 1."],
    ['{\n  "a": 1,\n}', "A name in double quotes is missing at line 3, column 1."],
    ['{\n  "a": tru\n}', "A value is missing at line 2, column 8."],
    ['{"a":', "A value is missing at line 1, column 6."],
    ["{a: 1}", 'A name in double quotes or "}" is missing at line 1, column 2.'],
    ['{"a" 1}', 'A ":" is missing at line 1, column 6.'],
    ['{"a": 1 "b": 2}', 'A "," or "}" is missing at line 1, column 9.'],
    ["[1 2]", 'A "," or "]" is missing at line 1, column 4.'],
    ["[1,]", "A value is missing at line 1, column 4."],
    ["[}", 'A value or "]" is missing at line 1, column 2.'],
    ["[01]", 'A value or "]" is missing at line 1, column 2.'],
    ['["a\nb"]', "A text is not closed or not written as JSON does it at line 1, column 2."],
    ['{"a": "b', "A text is not closed or not written as JSON does it at line 1, column 7."],
    ["{} {}", "There is more behind the end of the value at line 1, column 4."],
  ];
  for (const [text, message] of mistakes) expect([text, messageOf(text)]).toEqual([text, message]);
});

test("nesting that could not be walked safely is refused, however deep", () => {
  for (const depth of [102, 100_000]) {
    expect(messageOf("[".repeat(depth) + "]".repeat(depth))).toBe("It is nested deeper than 100 levels.");
  }
  expect(parseJson("[".repeat(101) + "]".repeat(101)).ok).toBe(true);
});

test("a text is refused with a place exactly when it is not JSON", () => {
  const broken = fc.tuple(
    fc.json(),
    fc.nat(40),
    fc.constantFrom("", ",", "}", "]", '"', ":", "x", "1", "\n", "\\", "\u0001"),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        broken.map(([text, at, inserted]) => text.slice(0, at) + inserted + text.slice(at + 1)),
      ),
      (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(parseJson(text).ok).toBe(isJson);
        if (!isJson) expect(messageOf(text)).toMatch(/^[A-Z].* at line \d+, column \d+\.$/);
        if (!isJson && !text.includes("\n")) {
          const column = Number(/column (\d+)/.exec(messageOf(text))?.[1]);
          expect(column).toBeLessThanOrEqual(text.length + 1);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});
