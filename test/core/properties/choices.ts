import fc from "fast-check";
import { itemAt } from "#server/core/item-at.ts";

/** A number from which choices are drawn. */
export const seeds = fc.noBias(fc.nat());

/** Decisions that follow from one number. From 0 all of them are the first and plainest. */
export type Choices = {
  /** A whole number from 0, below the limit. */
  below: (limit: number) => number;
  of: <Item>(items: readonly Item[]) => Item;
  /** True once in so many times. */
  once: (inSoMany: number) => boolean;
  /** Some of the items, each once, in their order. */
  some: <Item>(items: readonly Item[], most: number) => Item[];
};

export function choicesOf(seed: number): Choices {
  const draw = seed === 0 ? () => 0 : numbersFrom(seed);
  const below = (limit: number) => Math.floor(draw() * limit);
  return {
    below,
    of: (items) => itemAt(items, below(items.length)),
    once: (inSoMany) => below(inSoMany) === inSoMany - 1,
    some: (items, most) => {
      const count = Math.min(below(most + 1), items.length);
      const places = new Set(Array.from({ length: count }, () => below(items.length)));
      return items.filter((_item, place) => places.has(place));
    },
  };
}

/** Numbers from 0 to below 1 (mulberry32). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The items in another order. */
export function shuffled<Item>(items: readonly Item[], { below }: Choices): Item[] {
  const left = [...items];
  return items.flatMap(() => left.splice(below(left.length), 1));
}
