import { expect, test } from "vitest";
import { priceChanges, type PriceRow, priceRows, readPriceRows } from "#web/settings/price-draft.ts";

const price = { inputUsd: 1.25, cachedInputUsd: 0.125, outputUsd: 10 };

function row(over: Partial<PriceRow> = {}): PriceRow {
  return { key: "1", model: "big", inputUsd: "1.25", cachedInputUsd: ".125", outputUsd: "10", ...over };
}

test("prices read back as they are shown, and an empty row says nothing", () => {
  const prices = { big: price, "small:latest": { ...price, inputUsd: 0 } };
  const empty = row({ key: "new", model: " ", inputUsd: "", cachedInputUsd: "", outputUsd: "" });

  expect(readPriceRows([...priceRows(prices), empty])).toEqual({ prices, problems: [] });
});

test.each([
  [{ model: "" }, "model", "Enter the model id"],
  [{ model: "openai:big" }, "model", 'enter "big"'],
  [{ model: "big one" }, "model", "without spaces"],
  [{ inputUsd: "" }, "inputUsd", "Enter a number"],
  [{ inputUsd: "1,25" }, "inputUsd", '"1,25" is not a price'],
  [{ cachedInputUsd: "-1" }, "cachedInputUsd", "is not a price"],
  [{ outputUsd: "1e999" }, "outputUsd", "is not a price"],
  [{ outputUsd: "9999999" }, "outputUsd", "is not a price"],
])("%j is refused beside its field", (over, field, words) => {
  const { prices, problems } = readPriceRows([row(over)]);

  expect(prices).toEqual({});
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ key: "1", field });
  expect(problems[0]?.message).toContain(words);
});

test("the second price of one model is refused", () => {
  const { problems } = readPriceRows([row(), row({ key: "2", model: " big " })]);

  expect(problems).toEqual([
    { key: "2", field: "model", message: expect.stringContaining("a price already") },
  ]);
});

test("only what changed is sent, and a model that is gone is forgotten", () => {
  const standing = { big: price, small: price, constructor: price };

  expect(priceChanges(standing, standing)).toEqual({});
  expect(
    priceChanges(standing, { big: { ...price, outputUsd: 11 }, constructor: price, new: price }),
  ).toEqual({
    small: null,
    big: { ...price, outputUsd: 11 },
    new: price,
  });
  expect(priceChanges({}, { constructor: price })).toEqual({ constructor: price });
});
