import { expect, test } from "vitest";
import type { Json } from "#server/core/json.ts";
import { cleanJson, cleanText, refusedValue, storableJson } from "#server/core/run-rules/storable.ts";
import { deepList } from "#test/core/deep-list.ts";

test("a value is stored as JSON text, with its size in bytes of UTF-8", () => {
  const values: Json[] = [null, 5, ["a"], { "größe €": "😀" }];

  for (const value of values) {
    const text = JSON.stringify(value);
    expect(storableJson(value)).toEqual({ ok: true, text, bytes: new TextEncoder().encode(text).length });
  }
});

test("a value that is missing is stored as null", () => {
  const { missing } = JSON.parse("{}");

  expect(storableJson(missing)).toEqual({ ok: true, text: "null", bytes: 4 });
});

test("a value that cannot be stored is refused with the reason", () => {
  const megabyte = "ü".repeat(512 * 1024);
  const noJson = [1n] as unknown as Json;
  const refused: [Json, string][] = [
    ["a\u0000", "it contains the character U+0000, which is not text"],
    [{ "\ud83d": 1 }, "it contains half of a surrogate pair, which is not text"],
    ["\ude00", "it contains half of a surrogate pair, which is not text"],
    [Array(9).fill(megabyte), "it has 9.0 MiB as JSON, and at most 8 MiB are kept"],
    [deepList(502), "it is nested deeper than 500 levels"],
    [noJson, "it is not JSON (TypeError: Do not know how to serialize a BigInt)"],
  ];
  for (const [value, problem] of refused) expect(storableJson(value)).toEqual({ ok: false, problem });
});

test("eight megabytes and not one byte more are kept", () => {
  const most = "x".repeat(8 * 1024 * 1024 - 2);

  expect(storableJson(most)).toMatchObject({ ok: true, bytes: 8 * 1024 * 1024 });
  expect(storableJson(`${most}x`).ok).toBe(false);
});

test("a cleaned value has U+FFFD in place of what is no text, and is otherwise the same", () => {
  const fine = { a: ["\\u0000", "😀", 1] };

  expect(cleanJson(fine)).toBe(fine);
  expect(cleanJson({ "a\u0000": ["\ud800x", "\\\u0000"] })).toEqual({ "a\ufffd": ["\ufffdx", "\\\ufffd"] });
  expect(cleanJson(deepList(501))).toEqual(deepList(501));
  expect(cleanJson(deepList(502))).toBeNull();
  expect(cleanJson([1n] as unknown as Json)).toBeNull();
});

test("a long text is cut, and never in the middle of a character", () => {
  expect(cleanText("x".repeat(16_000))).toBe("x".repeat(16_000));
  expect(cleanText("x".repeat(16_001))).toBe(`${"x".repeat(16_000)}…`);
  expect(cleanText(`${"x".repeat(15_999)}😀`)).toBe(`${"x".repeat(15_999)}\ufffd…`);
  expect(cleanText("a\u0000\ud800")).toBe("a\ufffd\ufffd");
});

test("of a value that was refused the start is kept, with how much of it was dropped", () => {
  expect(refusedValue({ a: ["x\u0000", "\ud800"] })).toEqual({ a: ["x\ufffd", "\ufffd"] });
  expect(refusedValue("x".repeat(50_000_000))).toBe(
    `${"x".repeat(8_000)}… (49,992,000 of 50,000,000 characters dropped)`,
  );
  expect(refusedValue([`\u0000${"x".repeat(9_000)}`])).toMatch(
    /^\["\\u0000x+… \(1,010 of 9,010 characters dropped\)$/,
  );
  expect(refusedValue(`${"x".repeat(7_999)}😀${"x".repeat(9)}`)).toMatch(/x\ufffd… /);
  expect(refusedValue(deepList(502))).toBeNull();
  expect(refusedValue([1n] as unknown as Json)).toBeNull();
});
