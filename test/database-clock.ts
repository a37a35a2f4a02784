import type { Database } from "#db/client.ts";
import { executeIn } from "#server/services/executor.ts";

const SETTABLE = [
  "create table public.test_clock (at timestamptz)",
  "insert into public.test_clock values (null)",
  `create function public.clock_timestamp() returns timestamptz volatile language sql as
    'select coalesce((select at from public.test_clock), pg_catalog.clock_timestamp())'`,
  // A name that a path puts before the catalogue's own hides it.
  "do $do$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $do$",
  "set search_path = public, pg_catalog",
];

/**
 * A clock of the database that stands where a test sets it. Of PostgreSQL it holds for connections that
 * are opened afterwards.
 */
export async function settableClock(database: Pick<Database, "db">) {
  const execute = executeIn(database.db);
  for (const statement of SETTABLE) await execute(statement, []);

  return {
    /** Stands there until it is set again. */
    set: async (at: string | Date): Promise<void> => {
      const text = typeof at === "string" ? at : at.toISOString();
      await execute("update public.test_clock set at = $1::text::timestamptz", [text]);
    },
    /** Goes on with the real time. */
    release: async (): Promise<void> => {
      await execute("update public.test_clock set at = null", []);
    },
  };
}
