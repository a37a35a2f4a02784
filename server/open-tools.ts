import type { Database } from "#db/client.ts";
import type { Config } from "./config.ts";
import type { SecretStore, ToolCatalogue, ToolServerClient } from "./context.ts";
import { readDatabases } from "./services/read-databases.ts";
import { reachableServer } from "./services/reachable-server.ts";
import { findToolServers, statusOf } from "./services/tool-server-rows.ts";
import { builtInTools } from "./tools/built-in-tools.ts";
import { createToolCatalogue } from "./tools/catalogue.ts";
import { type KnownServer, serverTools } from "./tools/server-tools.ts";

export type OpenTools = {
  catalogue: ToolCatalogue;
  /** Reads the tool servers and databases of the workspace again. */
  reload: () => Promise<void>;
};

/** The catalogue over the built-in tools and those of the tool servers that the workspace has. */
export async function openTools(parts: {
  config: Config;
  database: Database;
  secrets: SecretStore;
  client: Pick<ToolServerClient, "call">;
}): Promise<OpenTools> {
  const { config, secrets, client } = parts;
  const { db } = parts.database;
  let databases: Readonly<Record<string, string>> = {};
  const ofServers = { client, reach: (server: KnownServer) => reachableServer(secrets, server) };
  const compose = (servers: readonly KnownServer[]) => [
    ...builtInTools(config, { databases: () => databases, secrets }),
    ...serverTools(servers, ofServers),
  ];
  let tools = compose([]);

  async function reload(): Promise<void> {
    databases = await readDatabases(db);
    const servers = await findToolServers(db);
    tools = compose(
      servers.map((server) => ({
        ...server,
        tools: server.tools.map((tool) => ({ ...tool, status: statusOf(tool) })),
      })),
    );
  }

  await reload();
  return { catalogue: createToolCatalogue(() => tools, secrets), reload };
}
