import type { Config } from "#server/config.ts";
import { buildPage, pageFolder } from "./build-page.ts";
import { needDatabase } from "./need-database.ts";
import { print, say } from "./say.ts";
import { untilStopped } from "./until-stopped.ts";

/** Page and API alone; workers elsewhere walk the runs. */
export async function web(config: Config): Promise<void> {
  needDatabase(config, "web");
  const page = { folder: pageFolder, build: () => buildPage(say) };
  await untilStopped(async (signal) => {
    const doors = { host: config.host, port: config.port, page, isAnnounced: true };
    const { startServer } = await import("./start-server.ts");
    const server = await startServer(config, { web: doors, worker: false, say, signal });
    print(`Stepwright is ready at ${config.publicUrl ?? server.url}`);
    return server;
  });
}
