import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";
import type { Database, Db, Row } from "./client.ts";
import { ensureFolder } from "./ensure-folder.ts";
import { lockFolder } from "./folder-lock.ts";
import { migrationsFolder } from "./migrations.ts";
import * as schema from "./schema.ts";

// What is in memory already needs no second place there, and a server touches all of it when it starts.
const SMALL_BUFFERS = "shared_buffers = 4MB";

/**
 * Opens the embedded database in `folder` and brings its schema up to date; without a folder it
 * lives in memory. Throws a FolderInUseError when another process has the folder open.
 */
export async function openPglite(folder?: string): Promise<Database> {
  if (folder !== undefined) ensureFolder(folder);
  const unlock = folder === undefined ? () => {} : lockFolder(folder);

  try {
    const client = await PGlite.create(
      folder === undefined ? { loadDataDir: await emptyDatabase() } : { dataDir: join(folder, "pglite") },
    );
    const db = drizzle(client, { schema });
    await migrate(db, { migrationsFolder });
    return {
      driver: "pglite",
      db: db as unknown as Db,
      hot: async (text, parameters) => (await client.query<Row>(text, parameters)).rows,
      listen: (channel, receive) => client.listen(channel, receive),
      boss: { pglite: client },
      close: async () => {
        await client.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

let template: Promise<Blob> | null = null;

/** Making a database takes seconds, a copy of an empty one a part of that. */
function emptyDatabase(): Promise<Blob> {
  template ??= makeTemplate();
  return template;
}

async function makeTemplate(): Promise<Blob> {
  const client = await PGlite.create({ postgresqlconf: [SMALL_BUFFERS] });
  await migrate(drizzle(client, { schema }), { migrationsFolder });
  const dump = await client.dumpDataDir("none");
  await client.close();
  return new HeldBytes(await dump.arrayBuffer());
}

/** A Blob of Node puts its bytes together each time; this one hands out the same. */
class HeldBytes extends Blob {
  readonly #bytes: ArrayBuffer;

  constructor(bytes: ArrayBuffer) {
    super();
    this.#bytes = bytes;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes);
  }
}
