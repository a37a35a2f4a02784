import { expect, test } from "vitest";
import { jsonLosses } from "#server/core/json-losses.ts";

const twice = (name: string, line: number) =>
  `The JSON states "${name}" twice in one object, again at line ${line}. The last value was kept.`;
const large = (number: string, line: number) =>
  `The number ${number} at line ${line} is too large to be kept exactly. Write it in quotes, as a text.`;

test.each<[string, string[]]>([
  ['{"a":1,"a":2}', [twice("a", 1)]],
  ['{"a":1,\n"\\u0061" : 2}', [twice("a", 2)]],
  ['[{"a":{"a":1}},{"a":["a","a"]}]', []],
  ['{"a":1,"b":[{"b":1}],"b":2}', [twice("b", 1)]],
  ['{"a":"{\\"a\\":1, 12345678901234567890"}', []],
  ["[12345678901234567890]", [large("12345678901234567890", 1)]],
  ["[\n-9007199254740993]", [large("-9007199254740993", 2)]],
  ["[9007199254740992, 0.1, -1.5e3, 1e400]", [large("1e400", 1)]],
  [`[${"9".repeat(400)}]`, [large(`${"9".repeat(79)}…`, 1)]],
  [`{${'"a":1,'.repeat(20)}"b":2}`, Array.from({ length: 12 }, () => twice("a", 1))],
])("names that stand twice and numbers that cannot be kept are told: %s", (json, losses) => {
  expect(jsonLosses(json)).toEqual(losses);
});

test("lines are counted from the start of the words in front", () => {
  expect(jsonLosses('{"a":1,"a":2}', "Here:\n\n")).toEqual([twice("a", 3)]);
});
