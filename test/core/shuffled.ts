import fc from "fast-check";

/** The same value with the keys of every object in another order. */
export function shuffledKeys(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== "object" || value === null) return fc.constant(value);
  if (Array.isArray(value)) return fc.tuple(...value.map(shuffledKeys)).map((items) => [...items]);
  const entries = Object.entries(value).map(([key, item]) =>
    shuffledKeys(item).map((inner) => [key, inner] as const),
  );
  return fc
    .tuple(...entries)
    .chain((items) => fc.shuffledSubarray([...items], { minLength: items.length }))
    .map((items) => Object.fromEntries(items));
}
