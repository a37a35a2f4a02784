import { openPglite } from "#db/pglite.ts";
import { rowsOf } from "#db/client.ts";
import { sql } from "drizzle-orm";

/** Every row of every table, bytes as text. */
export async function databaseDump(dataDir: string): Promise<string> {
  const database = await openPglite(dataDir);
  try {
    const tables = rowsOf(
      await database.db.execute(sql`
        select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`),
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = rowsOf(
        await database.db.execute(sql.raw(`select to_jsonb(t) as row from ${String(name)} t`)),
      );
      texts.push(...rows.map(({ row }) => readable(row)));
    }
    return texts.join("\n");
  } finally {
    await database.close();
  }
}

// A column of bytes comes as \x and hexadecimal digits.
function readable(row: unknown): string {
  const text = JSON.stringify(row);
  const bytes = [...text.matchAll(/\\\\x([0-9a-f]{16,})/g)].map(([, hex = ""]) =>
    Buffer.from(hex, "hex").toString("utf8"),
  );
  return [text, ...bytes].join("\n");
}
