import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { jsonRows } from "#web/ui/json-rows.ts";

test("a value opens two levels and says what the rest holds", () => {
  const rows = jsonRows({ items: [{ id: 1, tags: ["a"] }], total: 1 }, new Set());

  expect(rows.map((row) => `${"-".repeat(row.depth)}${row.name ?? ""} ${row.text}`)).toEqual([
    " 2 fields",
    "-items 1 item",
    "--0 2 fields",
    "-total 1",
  ]);
});

test("a text that is too long to read is cut where it stands, and says how much there is", () => {
  const [long, lines, short] = jsonRows(["x".repeat(18_000), `\n${"y".repeat(8_000)}`, "z"], new Set()).slice(
    1,
  );

  expect(long?.text).toBe(`"${"x".repeat(8_000)}… (10,000 more characters)"`);
  expect(lines?.text).toMatch(/y… \(1 more characters\)$/);
  expect(short?.text).toBe('"z"');
});

test("opening and closing a branch changes only that branch", () => {
  const value = { a: { b: { c: 1 } }, d: 2 };

  expect(jsonRows(value, new Set(["$/a/b"])).map((row) => row.name)).toEqual([null, "a", "b", "c", "d"]);
  expect(jsonRows(value, new Set(["$/a"])).map((row) => row.name)).toEqual([null, "a", "d"]);
});

test("empty and plain values are one row", () => {
  expect(jsonRows([], new Set())).toMatchObject([{ text: "[]", kind: "literal" }]);
  expect(jsonRows("two\nlines", new Set())).toMatchObject([{ text: "two\nlines", kind: "lines" }]);
});

test("a deeply nested value is walked without recursion", () => {
  let value: Json = 1;
  const open = new Set<string>();
  for (let depth = 0, path = "$"; depth < 3_000; depth += 1, path += "/a") {
    value = { a: value };
    if (depth >= 2) open.add(path);
  }

  expect(jsonRows(value, open)).toHaveLength(3_001);
});

test("a text of several lines is shown as it reads, any other with its quotes", () => {
  const rows = jsonRows({ content: 'One\n"Two"', name: "a\tb" }, new Set());

  expect(rows.slice(1).map(({ text, kind }) => [text, kind])).toEqual([
    ['One\n"Two"', "lines"],
    ['"a\\tb"', "text"],
  ]);
});
