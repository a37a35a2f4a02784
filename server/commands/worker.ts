import type { Config } from "#server/config.ts";
import { needDatabase } from "./need-database.ts";
import { print, say } from "./say.ts";
import { untilStopped } from "./until-stopped.ts";

/** A worker alone, as many as there are machines. */
export async function worker(config: Config): Promise<void> {
  needDatabase(config, "worker");
  await untilStopped(async (signal) => {
    const { startServer } = await import("./start-server.ts");
    const server = await startServer(config, { web: null, worker: true, say, signal });
    print("Stepwright's worker is ready.");
    return server;
  });
}
