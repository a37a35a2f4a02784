import { type SQL, sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type * as schema from "./schema.ts";

/** The database, or a transaction on it: one face for PGlite and PostgreSQL. */
export type Db = PgDatabase<PgQueryResultHKT, typeof schema>;

export type Row = Record<string, unknown>;

/** An open database with what drizzle does not cover: hot statements, notifications, closing. */
export type Database = {
  driver: "pglite" | "postgres";
  db: Db;
  /** A prepared statement on connections of its own. `$1`, `$2`… are the parameters. */
  hot: (statement: string, parameters: unknown[]) => Promise<Row[]>;
  /**
   * Calls `receive` for each notification on `channel`, and with an empty payload when some may have been
   * lost. Returns how to stop.
   */
  listen: (channel: string, receive: (payload: string) => void) => Promise<() => Promise<void>>;
  /** What pg-boss needs to work on this same database. */
  boss: { connectionString: string } | { pglite: unknown };
  close: () => Promise<void>;
};

/** Rows of a raw statement: postgres.js answers with an array, PGlite with `{ rows }`. */
export function rowsOf(result: unknown): Row[] {
  return Array.isArray(result) ? (result as Row[]) : ((result as { rows: Row[] }).rows ?? []);
}

/** A raw statement with `$1`, `$2`… as drizzle's sql, for use inside a transaction. */
export function statement(text: string, parameters: readonly unknown[]): SQL {
  const pieces = text.split(/\$(\d+)/);
  return sql.join(
    pieces.map((piece, index) =>
      index % 2 === 0 ? sql.raw(piece) : sql`${sql.param(parameters[Number(piece) - 1])}`,
    ),
  );
}
