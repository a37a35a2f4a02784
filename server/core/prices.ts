import { z } from "zod";

const usdPerMillionSchema = z.number().min(0).max(1_000_000);

/** What a provider asks for one model, in US dollars per million tokens. */
export const priceSchema = z.strictObject({
  inputUsd: usdPerMillionSchema,
  /** For input that the provider read from its cache. */
  cachedInputUsd: usdPerMillionSchema,
  outputUsd: usdPerMillionSchema,
});
export type Price = z.infer<typeof priceSchema>;

/** A model id as its provider names it in an answer. */
export const pricedModelSchema = z.string().regex(/^(?!openai:)[^\s\p{C}]{1,200}$/u, {
  error: 'the model id alone, 1 to 200 visible characters without spaces and without "openai:"',
});

export const pricesSchema = z.record(pricedModelSchema, priceSchema);
export type Prices = z.infer<typeof pricesSchema>;

const DATE = /^-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{4})$/;

/**
 * The price of a call: that of the model that answered, by its exact id. A provider that was asked for
 * `gpt-5.2` may answer as `gpt-5.2-2025-12-11`: then the price of what was asked for holds. No other
 * likeness counts, as a smaller model often has a longer name. Null when no price is known.
 */
export function priceOf(
  prices: Prices,
  { asked, answered }: { asked: string; answered: string },
): { model: string; price: Price } | null {
  for (const model of isDatedName(asked, answered) ? [answered, asked] : [answered]) {
    const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
    if (price !== undefined) return { model, price };
  }
  return null;
}

/**
 * The most that a call may cost which asks for a model, whichever dated name of it answers. Null when
 * none of them has a price.
 */
export function highestPrice(prices: Prices, asked: string): Price | null {
  const candidates = Object.entries(prices).flatMap(([model, price]) =>
    model === asked || isDatedName(asked, model) ? [price] : [],
  );
  const highest = (part: keyof Price) => Math.max(...candidates.map((price) => price[part]));
  if (candidates.length === 0) return null;
  return {
    inputUsd: highest("inputUsd"),
    cachedInputUsd: highest("cachedInputUsd"),
    outputUsd: highest("outputUsd"),
  };
}

function isDatedName(asked: string, answered: string): boolean {
  return answered.startsWith(asked) && DATE.test(answered.slice(asked.length));
}

/** In US dollars. `cached` tokens are a part of `input`. */
export function costOf(price: Price, tokens: { input: number; cached: number; output: number }): number {
  const cached = Math.min(tokens.cached, tokens.input);
  const total =
    (tokens.input - cached) * price.inputUsd +
    cached * price.cachedInputUsd +
    tokens.output * price.outputUsd;
  return total / 1_000_000;
}
