import { rm } from "node:fs/promises";
import type { SecretStore, ToolCallContext } from "#server/context.ts";
import { type Json, isObject } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import type { Offer, OfferedTool } from "#server/core/tool-server.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { failedForGood, failedNow } from "#server/tools/outcome.ts";
import type { OnOffer, ReachableServer, ToolServerClient } from "#server/tools/tool-servers.ts";
import { Connections } from "./connections.ts";
import { type Hide, reasonFor } from "./failure-words.ts";
import { LIMITS, type Limits } from "./limits.ts";
import type { McpWorld } from "./mcp-connection.ts";
import { outcomeOfNoCall } from "./server-failure.ts";
import type { ServerLog } from "./offered-tools.ts";
import { folderOf } from "./server-process.ts";
import { isSameTool } from "./same-tool.ts";
import { type ServerConnection, connectionWith } from "./server-connection.ts";

type Parts = {
  egressAllow: readonly string[];
  dataDir: string;
  onOffer: OnOffer;
  log: ServerLog;
  /** Where programs are looked for; the ordinary places when left out. */
  searchPath?: string;
  /** Hides secrets in what is told of a server; a call may bring its own. */
  hide?: Hide;
  /** Hides secrets in what servers say of their tools. */
  redact?: SecretStore["redact"];
  limits?: Partial<Limits>;
};

export function createToolServerClient({
  onOffer,
  hide,
  redact = (value) => value,
  limits: over,
  ...parts
}: Parts): ToolServerClient {
  const limits = { ...LIMITS, ...over };
  const world: McpWorld = { ...parts, limits };
  const connections = new Connections((server) => connectionWith(server, world), limits);

  async function offer(
    server: ReachableServer,
    signal: AbortSignal,
  ): Promise<Result<Offer, { message: string }>> {
    const connection = connectionWith(server, world);
    try {
      const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.connectMs)]);
      await connection.open(stop);
      const tools = await connection.offered(stop, () => {});
      return ok(redact({ tools: [...tools], leftOut: [...connection.leftOut()] }));
    } catch (error) {
      return err({ message: reasonFor(error, { server: server.name, connection, hide }) });
    } finally {
      await connection.close();
    }
  }

  async function call(
    server: ReachableServer,
    accepted: OfferedTool,
    input: Json,
    asked: ToolCallContext,
  ): Promise<ToolOutcome> {
    const context = hide && !asked.hide ? { ...asked, hide } : asked;
    if (!isObject(input)) return failedNow(`The input of "${accepted.name}" is not an object.`);
    let connection: ServerConnection | null = null;
    try {
      return await connections.use(server, context.runId, context.signal, async (found, opened, retire) => {
        connection = found;
        try {
          await opened;
          const tell = (tools: readonly OfferedTool[]) =>
            onOffer(server.serverId, redact({ tools: [...tools], leftOut: [...found.leftOut()] }));
          const offered = await found.offered(context.signal, tell);
          // What was accepted was kept without secrets that it may tell.
          const refusal = refusalOf(accepted, redact([...offered]), server.name);
          if (refusal === null) return await found.callTool(accepted, input, context, retire);
          tell(offered);
          return failedForGood(refusal);
        } catch (error) {
          retire();
          throw error;
        }
      });
    } catch (error) {
      return outcomeOfNoCall(error, { server: server.name, connection, hide: context.hide });
    }
  }

  async function forget({ serverId, name }: { serverId: string; name: string }): Promise<void> {
    await connections.forget(serverId);
    try {
      await rm(folderOf(name, parts.dataDir), { recursive: true, force: true });
    } catch (error) {
      parts.log.warn({ error }, `What the tool server "${name}" kept could not be taken away.`);
    }
  }

  return { offer, call, forget, close: () => connections.close() };
}

/** Why a tool is not called that its server offers otherwise than somebody accepted it. */
function refusalOf(accepted: OfferedTool, offered: readonly OfferedTool[], server: string): string | null {
  const now = offered.find((tool) => tool.name === accepted.name);
  const look = "Look at it in the settings, and accept it there if it is right.";
  if (!now) return `The tool server "${server}" does not offer "${accepted.name}" any more. ${look}`;
  if (isSameTool(now, accepted)) return null;
  return `The tool "${accepted.name}" of "${server}" is described in another way than was accepted, so it was not called. ${look}`;
}
