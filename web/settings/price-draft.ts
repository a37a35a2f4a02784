import { type Price, pricedModelSchema, priceSchema, type Prices } from "#server/core/prices.ts";

/** A row of the price table as it is typed. `key` stays while the row is edited. */
export type PriceRow = {
  key: string;
  model: string;
  inputUsd: string;
  cachedInputUsd: string;
  outputUsd: string;
};
export type PriceField = Exclude<keyof PriceRow, "key">;

export const PRICE_FIELDS: readonly { field: PriceField; label: string }[] = [
  { field: "model", label: "Model" },
  { field: "inputUsd", label: "Input" },
  { field: "cachedInputUsd", label: "Cached input" },
  { field: "outputUsd", label: "Output" },
];

export type PriceProblem = { key: string; field: PriceField; message: string };

export function priceRows(prices: Prices): PriceRow[] {
  return Object.entries(prices).map(([model, price]) => ({
    key: model,
    model,
    inputUsd: String(price.inputUsd),
    cachedInputUsd: String(price.cachedInputUsd),
    outputUsd: String(price.outputUsd),
  }));
}

/** The prices that the rows say, or what is wrong with each. A row that is empty says nothing. */
export function readPriceRows(rows: readonly PriceRow[]): { prices: Prices; problems: PriceProblem[] } {
  const prices = new Map<string, Price>();
  const problems: PriceProblem[] = [];
  for (const row of rows.filter((item) => !isEmpty(item))) {
    const model = row.model.trim();
    const found = { ...problemOfModel(model, prices), ...problemsOfNumbers(row) };
    const wrong = Object.entries(found) as [PriceField, string][];
    problems.push(...wrong.map(([field, message]) => ({ key: row.key, field, message })));
    if (wrong.length > 0) continue;
    prices.set(model, {
      inputUsd: numberFrom(row.inputUsd),
      cachedInputUsd: numberFrom(row.cachedInputUsd),
      outputUsd: numberFrom(row.outputUsd),
    });
  }
  return { prices: Object.fromEntries(prices), problems };
}

/** What to send so that `standing` becomes `next`: null forgets a price. */
export function priceChanges(standing: Prices, next: Prices): Record<string, Price | null> {
  const gone = Object.keys(standing).filter((model) => !Object.hasOwn(next, model));
  const set = Object.entries(next).filter(
    ([model, price]) => !Object.hasOwn(standing, model) || !isSame(standing[model], price),
  );
  return Object.fromEntries([...gone.map((model) => [model, null] as const), ...set]);
}

function isSame(a: Price | undefined, b: Price): boolean {
  return a?.inputUsd === b.inputUsd && a.cachedInputUsd === b.cachedInputUsd && a.outputUsd === b.outputUsd;
}

function isEmpty(row: PriceRow): boolean {
  return PRICE_FIELDS.every(({ field }) => row[field].trim() === "");
}

function problemOfModel(model: string, prices: ReadonlyMap<string, Price>): { model?: string } {
  if (model === "") return { model: "Enter the model id that this price is for." };
  if (model.startsWith("openai:")) return { model: `Leave out "openai:": enter "${model.slice(7)}".` };
  if (!pricedModelSchema.safeParse(model).success) {
    return { model: "Enter one model id, without spaces." };
  }
  return prices.has(model)
    ? { model: `"${model}" has a price already. Change or remove one of the two.` }
    : {};
}

function problemsOfNumbers(row: PriceRow): Partial<Record<PriceField, string>> {
  const fields = ["inputUsd", "cachedInputUsd", "outputUsd"] as const;
  return Object.fromEntries(
    fields
      .filter((field) => !priceSchema.shape[field].safeParse(numberFrom(row[field])).success)
      .map((field) => [
        field,
        row[field].trim() === ""
          ? "Enter a number, 0 for free."
          : `"${row[field]}" is not a price, such as 1.25.`,
      ]),
  );
}

/** NaN for what is no plain number: "1,25" could mean two things. */
function numberFrom(text: string): number {
  return /^\d*\.?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
}
