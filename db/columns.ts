import { timestamp } from "drizzle-orm/pg-core";

/** zod's list of options has at least one entry, which its type does not say. */
export function oneOf<Option extends string>(options: Option[]): [Option, ...Option[]] {
  return options as [Option, ...Option[]];
}

/** A point in time to the millisecond, which is what a JavaScript date holds. */
export function at(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3 });
}
