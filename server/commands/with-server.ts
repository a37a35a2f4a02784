import { resolve } from "node:path";
import type { Config } from "#server/config.ts";
import { type ApiClient, createApiClient } from "./api-client.ts";
import { readServerFile } from "./server-file.ts";

const PROBE_MS = 2_000;

/**
 * Calls `use` with the API of the server that holds the data folder. When none runs, one is started
 * for this command alone, on a free loopback port.
 */
export async function withServer<Answer>(
  config: Config,
  use: (api: ApiClient) => Promise<Answer>,
): Promise<Answer> {
  const running = readServerFile(resolve(config.dataDir));
  if (running !== null && (await answers(running.url)))
    return use(createApiClient(running.url, config.accessToken));

  const { startServer } = await import("./start-server.ts");
  const stopped = new AbortController();
  const server = await startServer(
    { ...config, host: "127.0.0.1" },
    {
      web: { host: "127.0.0.1", port: 0, isAnnounced: false },
      worker: true,
      say: (line) => process.stderr.write(`${line}\n`),
      signal: stopped.signal,
    },
  );
  try {
    if (server.url === null) throw new Error("A server with a web role has an address");
    return await use(createApiClient(server.url, config.accessToken));
  } finally {
    await server.close();
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL("/api/health", url), { signal: AbortSignal.timeout(PROBE_MS) })).ok;
  } catch {
    return false;
  }
}
