import { type Database, type Db, type Row, rowsOf, statement } from "#db/client.ts";

/** Runs one statement with `$1`, `$2`… in it: on connections for hot statements, or inside a transaction. */
export type Execute = (text: string, parameters: unknown[]) => Promise<Row[]>;

export function executeHot(database: Database): Execute {
  return (text, parameters) => database.hot(text, parameters);
}

export function executeIn(tx: Db): Execute {
  return async (text, parameters) => rowsOf(await tx.execute(statement(text, parameters)));
}
