import { monotonicFactory } from "ulid";

const next = monotonicFactory();

/** A new id such as `run_01j…`: unguessable, and later ids of one process sort after earlier ones. */
export function newId(prefix: string): string {
  return `${prefix}_${next().toLowerCase()}`;
}
