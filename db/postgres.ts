import { setTimeout } from "node:timers/promises";
import { type NodePgDatabase, drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg, { type Client, type Pool, type PoolConfig } from "pg";
import type { Database, Db } from "./client.ts";
import { migrationsFolder } from "./migrations.ts";
import { postgresListener } from "./postgres-listener.ts";
import * as schema from "./schema.ts";

// Any number of processes may start at once on an empty database; one migrates, the others wait.
const MIGRATION_LOCK = 7_308_325_172;
const CLOSE_MS = 1_000;
const HOT_CONNECTIONS = 6;
// A connection that does not answer any more is given up, and its statement is said again on another one.
const HOT_TIMEOUT_MS = 30_000;
// Hot statements go by primary keys. Their plans are made once, on tables that may still be empty,
// where the planner would take whole tables and keep doing so when they have grown.
const HOT_PLANS = ["plan_cache_mode=force_generic_plan"].concat(
  ["jit", "enable_seqscan", "enable_hashjoin", "enable_mergejoin"].map((name) => `${name}=off`),
);

/** Opens PostgreSQL at `url` and brings its schema up to date. */
export async function openPostgres(url: string): Promise<Database> {
  const settings: PoolConfig = {
    connectionString: url,
    application_name: "stepwright",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  };
  await migrateUnderLock(settings);
  const pool = openPool({ ...settings, max: 10 });
  const hotPool = openPool({
    ...settings,
    max: HOT_CONNECTIONS,
    idleTimeoutMillis: 0,
    query_timeout: HOT_TIMEOUT_MS,
    options: HOT_PLANS.map((setting) => `-c ${setting}`).join(" "),
  });
  const listener = postgresListener(settings);
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `hot_${names.size}`;
    names.set(text, name);
    return name;
  };

  let closing: Promise<unknown> | null = null;

  return {
    driver: "postgres",
    db: openDrizzle(pool),
    hot: async (text, parameters) =>
      (await hotPool.query({ name: nameOf(text), text, values: parameters })).rows,
    listen: listener.listen,
    boss: { connectionString: url },
    close: async () => {
      closing ??= Promise.all([listener.close(), hotPool.end(), pool.end()]);
      const late = new AbortController();
      // A statement that hangs keeps its connection; closing does not wait for it.
      await Promise.race([closing, setTimeout(CLOSE_MS, null, { signal: late.signal }).catch(() => {})]);
      late.abort();
    },
  };
}

function openPool(settings: PoolConfig): Pool {
  const pool = new pg.Pool(settings);
  // A connection that breaks fails its own statement, and is told here as well.
  pool.on("error", () => {});
  pool.on("connect", (client: Client) => client.on("error", () => {}));
  return pool;
}

function openDrizzle(pool: Pool): Db {
  const db = drizzle(pool, { schema });
  const clients = new WeakMap<Client, NodePgDatabase<typeof schema>>();
  // Drizzle's own would keep a connection for ever on which not even the transaction could begin.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      const known = clients.get(client) ?? drizzle(client, { schema });
      clients.set(client, known);
      return await known.transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db as unknown as Db;
}

async function migrateUnderLock(settings: PoolConfig): Promise<void> {
  const client = new pg.Client(settings);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}
