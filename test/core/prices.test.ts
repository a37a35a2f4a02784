import { expect, test } from "vitest";
import { costOf, highestPrice, priceOf, pricesSchema } from "#server/core/prices.ts";

const price = { inputUsd: 2, cachedInputUsd: 0.5, outputUsd: 10 };
const other = { inputUsd: 9, cachedInputUsd: 9, outputUsd: 9 };

test("cached input has its own price, and is a part of the input", () => {
  expect(costOf(price, { input: 1_000_000, cached: 400_000, output: 100_000 })).toBeCloseTo(
    1.2 + 0.2 + 1,
    10,
  );
  expect(costOf(price, { input: 100, cached: 500, output: 0 })).toBeCloseTo(100 * 0.5e-6, 12);
});

test.each([
  ["the exact id", { big: price }, "big", "big", price],
  ["a dated answer to what was asked for", { big: price }, "big", "big-2025-12-11", price],
  ["a date in another form", { big: price }, "big", "big-0613", price],
  ["the dated id before the plain one", { big: price, "big-20251211": other }, "big", "big-20251211", other],
  ["a dated id that was asked for as such", { big: price }, "big-2024-05-13", "big-2024-05-13", null],
  ["a longer name", { big: price }, "big-mini", "big-mini", null],
  ["a longer name in the answer", { big: price }, "big", "big-mini", null],
  ["another model in the answer", { big: price }, "big", "small", null],
  ["a name that objects have", {}, "constructor", "constructor", null],
])("%s finds its price or none", (_name, prices, asked, answered, expected) => {
  expect(priceOf(prices, { asked, answered })?.price ?? null).toEqual(expected);
});

test("before a call its price is the highest of those that may answer, or none", () => {
  const cheap = { inputUsd: 1, cachedInputUsd: 3, outputUsd: 1 };

  expect(highestPrice({ big: price, "big-mini": other }, "big")).toEqual(price);
  expect(highestPrice({ big: price, "big-2025-12-11": cheap }, "big")).toEqual({
    ...price,
    cachedInputUsd: 3,
  });
  expect(highestPrice({ "big-2025-12-11": cheap }, "big")).toEqual(cheap);
  expect(highestPrice({ "big-mini": other }, "big")).toBeNull();
});

test.each([
  [{ "gpt 5": price }],
  [{ "openai:gpt-5.2": price }],
  [{ "": price }],
  [{ "big\u0001": price }],
  [{ "big\u202e": price }],
  [{ big: { ...price, inputUsd: -1 } }],
  [{ big: { ...price, outputUsd: Number.NaN } }],
  [{ big: { inputUsd: 1, outputUsd: 1 } }],
  [{ big: { ...price, currency: "EUR" } }],
])("%j is no price table", (prices) => {
  expect(pricesSchema.safeParse(prices).success).toBe(false);
});
