import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "#server/config.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { CommandError } from "./command-error.ts";
import { databasePlace } from "./database-place.ts";
import { serverUrl } from "./server-url.ts";
import { readServerFile } from "./server-file.ts";
import { say } from "./say.ts";

const PROBE_MS = 2_000;

type Options = {
  /** Whether the command may make a data folder where there is none. */
  mayBegin: boolean;
};

/**
 * Calls `use` with the API of the server that holds the data folder. When none runs, one is started
 * for this command alone, on a free loopback port.
 */
export async function withServer<Answer>(
  config: Config,
  { mayBegin }: Options,
  use: (api: ApiClient) => Promise<Answer>,
): Promise<Answer> {
  const running = readServerFile(resolve(config.dataDir));
  if (running !== null && (await answers(running.url)))
    return use(createApiClient(running.url, config.accessToken));

  if (config.databaseUrl === null && !mayBegin && !existsSync(join(config.dataDir, "pglite"))) {
    return use(await configuredServer(config));
  }

  const { startServer } = await import("./start-server.ts");
  const stopped = new AbortController();
  // The command says itself what happens to a run.
  const logLevel = config.logLevel === "info" ? "warn" : config.logLevel;
  const server = await startServer(
    { ...config, host: "127.0.0.1", logLevel },
    {
      web: { host: "127.0.0.1", port: 0, isAnnounced: false },
      worker: true,
      say,
      signal: stopped.signal,
    },
  );
  try {
    if (server.url === null) throw new Error("A server with a web role has an address");
    return await use(createApiClient(server.url, config.accessToken, placeOf(config)));
  } finally {
    await server.close();
  }
}

/** The server at PORT and HOST, for a folder that holds nothing. */
async function configuredServer(config: Config): Promise<ApiClient> {
  const url = serverUrl(config.host, config.port);
  const place = `the data folder "${config.dataDir}"`;
  if (config.port !== 0 && (await answers(url))) {
    say(`There is nothing in ${place}, so the server at ${url} is asked.`);
    return createApiClient(url, config.accessToken);
  }
  throw new CommandError(
    `There is nothing in ${place} (${resolve(config.dataDir)}), and no Stepwright answers at ${url}. Set DATA_DIR to the folder that holds the agent, or PORT and HOST to those of a running server.`,
  );
}

function placeOf(config: Config): string {
  return config.databaseUrl === null
    ? `the data folder "${config.dataDir}"`
    : `the database at ${databasePlace(config.databaseUrl)}`;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(new URL("/api/health", url), { signal: AbortSignal.timeout(PROBE_MS) });
    const said: unknown = await response.json();
    return typeof said === "object" && said !== null && "status" in said && said.status === "ok";
  } catch {
    return false;
  }
}
