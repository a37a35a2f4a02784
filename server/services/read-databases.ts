import { eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { settings } from "#db/schema.ts";
import { databasesSchema } from "#server/core/settings.ts";

export const DATABASES_KEY = "databases";

/** The URLs of the databases that plans may ask, by name. They name secrets and hold none. */
export async function readDatabases(db: Db): Promise<Record<string, string>> {
  const [row] = await db.select().from(settings).where(eq(settings.key, DATABASES_KEY));
  return row === undefined ? {} : databasesSchema.parse(row.value);
}
