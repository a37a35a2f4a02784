import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import type { Database, Db, Row } from "./client.ts";
import { migrationsFolder } from "./migrations.ts";
import * as schema from "./schema.ts";

// Any number of processes may start at once on an empty database; one migrates, the others wait.
const MIGRATION_LOCK = 7_308_325_172;

/** Opens PostgreSQL at `url` and brings its schema up to date. */
export async function openPostgres(url: string): Promise<Database> {
  const options = { onnotice: () => {}, connect_timeout: 10 };
  const pool = postgres(url, { ...options, max: 10 });
  const hotPool = postgres(url, {
    ...options,
    max: 2,
    // Hot statements go by primary keys. Their plans are made once, on tables that may still be empty,
    // where the planner would take whole tables and keep doing so when they have grown.
    connection: {
      plan_cache_mode: "force_generic_plan",
      jit: "off",
      enable_seqscan: "off",
      enable_hashjoin: "off",
      enable_mergejoin: "off",
    },
  });
  const close = async () => {
    await hotPool.end({ timeout: 5 });
    await pool.end({ timeout: 5 });
  };

  try {
    await migrateUnderLock(url, options);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    driver: "postgres",
    db: drizzle(pool, { schema }) as unknown as Db,
    hot: async (text, parameters) =>
      (await hotPool.unsafe(text, parameters as never[], { prepare: true })) as unknown as Row[],
    listen: async (channel, receive) => {
      const listening = await pool.listen(channel, receive);
      return () => listening.unlisten();
    },
    boss: { connectionString: url },
    close,
  };
}

async function migrateUnderLock(url: string, options: postgres.Options<Record<string, never>>) {
  const single = postgres(url, { ...options, max: 1 });
  try {
    await single`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await migrate(drizzle(single), { migrationsFolder });
  } finally {
    await single.end({ timeout: 5 });
  }
}
