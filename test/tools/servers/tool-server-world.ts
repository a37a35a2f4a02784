import path from "node:path";
import type { ToolCallContext } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import type { OfferedTool, ToolServerTransport } from "#server/core/tool-server.ts";
import { createToolServerClient } from "#server/tools/servers/create-client.ts";
import type { Limits } from "#server/tools/servers/limits.ts";
import type { ReachableServer } from "#server/tools/tool-servers.ts";
import { makeFolder, toolContext } from "../call-tool.ts";

const MODULES = path.resolve("node_modules/@modelcontextprotocol");

export const EVERYTHING = path.join(MODULES, "server-everything/dist/index.js");
export const FILESYSTEM = path.join(MODULES, "server-filesystem/dist/index.js");
export const MEMORY = path.join(MODULES, "server-memory/dist/index.js");

export function nodeServer(
  name: string,
  file: string,
  args: string[] = [],
  env: Record<string, string> = {},
) {
  return server(name, { type: "stdio", command: process.execPath, args: [file, ...args], env });
}

export function server(name: string, transport: ToolServerTransport): ReachableServer {
  return { serverId: `server_${name}`, name, transport };
}

/** A client with folders of its own, what it told of offers and of the log, and its end. */
export async function makeToolServerWorld(limits: Partial<Limits> = {}, egressAllow = ["127.0.0.1/32"]) {
  const [dataDir, folder] = await Promise.all([makeFolder(), makeFolder()]);
  const offers: { serverId: string; offered: readonly OfferedTool[] }[] = [];
  const logged: string[] = [];
  const warn = (...words: unknown[]) => void logged.push(JSON.stringify(words));
  const client = createToolServerClient({
    egressAllow,
    dataDir,
    onOffer: (serverId, { tools }) => void offers.push({ serverId, offered: tools }),
    log: { warn },
    limits,
  });

  async function offered(of: ReachableServer): Promise<OfferedTool[]> {
    const result = await client.offer(of, AbortSignal.timeout(30_000));
    if (!result.ok) throw new Error(result.error.message);
    return [...result.value.tools];
  }
  async function tool(of: ReachableServer, name: string): Promise<OfferedTool> {
    const found = (await offered(of)).find((one) => one.name === name);
    if (!found) throw new Error(`"${name}" is not offered`);
    return found;
  }
  const call = (
    of: ReachableServer,
    accepted: OfferedTool,
    input: Json,
    over: Partial<ToolCallContext> = {},
  ) => client.call(of, accepted, input, toolContext(folder, over));

  return {
    client,
    dataDir,
    folder,
    offers,
    logged,
    offered,
    tool,
    call,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
