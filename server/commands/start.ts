import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { buildPage, pageFolder } from "./build-page.ts";
import { print, say } from "./say.ts";
import { untilStopped } from "./until-stopped.ts";

/** Page, API, worker and scheduler in one process. */
export async function start(config: Config): Promise<void> {
  const page = { folder: pageFolder, build: () => buildPage(say) };
  await untilStopped(async (signal) => {
    if (config.databaseUrl === null && !existsSync(join(config.dataDir, "pglite"))) {
      say(`Preparing the embedded database in ${config.dataDir} (first start, some seconds)…`);
    }
    const web = { host: config.host, port: config.port, page, isAnnounced: true };
    const { startServer } = await import("./start-server.ts");
    const server = await startServer(config, { web, worker: true, say, signal });
    print(`Stepwright is ready at ${config.publicUrl ?? server.url}`);
    return server;
  });
}
