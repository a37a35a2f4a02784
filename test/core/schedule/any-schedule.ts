import fc from "fast-check";
import { ZONES } from "./zones.ts";

export const anyZone = fc.constantFrom(...ZONES);

/** Values, ranges, steps and lists of a field. */
function anyField(least: number, most: number, others: fc.Arbitrary<string>[] = []): fc.Arbitrary<string> {
  const value = fc.integer({ min: least, max: most });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 2, max: Math.min(6, most) });
  const item = fc.oneof(
    value.map(String),
    range,
    fc.tuple(range, step).map((parts) => parts.join("/")),
    ...others,
  );
  return fc.oneof(
    fc.constant("*"),
    item,
    fc.uniqueArray(item, { minLength: 2, maxLength: 3 }).map((items) => items.join(",")),
    step.map((every) => `*/${every}`),
  );
}

const daysOfMonth = fc.oneof(
  { weight: 2, arbitrary: fc.constant("*") },
  anyField(1, 31, [fc.constant("L"), fc.integer({ min: 1, max: 31 }).map((day) => `${day}W`)]),
  fc.constant("LW"),
);
const weekday = fc.integer({ min: 0, max: 6 });
const daysOfWeek = fc.oneof(
  { weight: 2, arbitrary: fc.constant("*") },
  anyField(0, 6, [
    weekday.map((day) => `${day}L`),
    fc.tuple(weekday, fc.integer({ min: 1, max: 5 })).map((parts) => parts.join("#")),
  ]),
);

/** A cron of numbers that can be read, although it may never fire. */
export const anyCron = fc
  .tuple(
    anyField(0, 59),
    fc.oneof(anyField(0, 23), fc.constantFrom("0", "1", "2", "3", "23")),
    daysOfMonth,
    fc.oneof({ weight: 2, arbitrary: fc.constant("*") }, anyField(1, 12)),
    daysOfWeek,
  )
  .map((fields) => fields.join(" "));
