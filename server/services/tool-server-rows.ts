import { createHash } from "node:crypto";
import { asc, eq, or } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { serverTools, toolServers } from "#db/schema.ts";
import { canonicalJson } from "#server/core/json.ts";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import {
  type OfferedTool,
  type ServerToolStatus,
  serverToolName,
  type ToolServerTransport,
  type ToolServerView,
} from "#server/core/tool-server.ts";
import { notFound } from "#server/errors.ts";

export type ToolServerRow = typeof toolServers.$inferSelect;
export type ServerToolRow = typeof serverTools.$inferSelect;

/** A server by its id or its name. */
export async function requireToolServer(db: Db, idOrName: string): Promise<ToolServerRow> {
  const [row] = await db
    .select()
    .from(toolServers)
    .where(or(eq(toolServers.id, idOrName), eq(toolServers.name, idOrName)));
  if (!row) throw notFound("Tool server", idOrName);
  return row;
}

export type ToolServerWithTools = ToolServerRow & { tools: ServerToolRow[] };

/** All servers by name, with what each offers, in its own order. */
export async function findToolServers(db: Db): Promise<ToolServerWithTools[]> {
  const servers = await db.select().from(toolServers).orderBy(asc(toolServers.name));
  const tools = await db.select().from(serverTools).orderBy(asc(serverTools.position), asc(serverTools.name));
  const byServer = Map.groupBy(tools, (tool) => tool.serverId);
  return servers.map((server) => ({ ...server, tools: byServer.get(server.id) ?? [] }));
}

export function statusOf({
  accepted,
  offered,
}: Pick<ServerToolRow, "accepted" | "offered">): ServerToolStatus {
  if (accepted === null) return "new";
  if (offered === null) return "gone";
  return isSameOffer(accepted, offered) ? "accepted" : "changed";
}

/** Whether two descriptions of a tool say the same, to the letter. */
function isSameOffer(one: OfferedTool, other: OfferedTool): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

export function offerHashOf(tools: readonly ServerToolRow[]): string {
  const offered = tools.map(({ name, offered: tool }) => [name, tool]);
  return createHash("sha256").update(canonicalJson(offered)).digest("hex");
}

export function viewToolServer(server: ToolServerWithTools): ToolServerView {
  return {
    serverId: server.id,
    name: server.name,
    // JSON all through, and of the same form with its texts hidden.
    transport: maskSecrets(server.transport) as ToolServerTransport,
    enabled: server.enabled,
    checkedAt: server.checkedAt?.toISOString() ?? null,
    problem: server.problem,
    tools: server.tools.map(({ name, accepted, offered }) => ({
      name: serverToolName(server.name, name),
      status: statusOf({ accepted, offered }),
      accepted,
      offered,
    })),
    leftOut: server.leftOut,
    offerHash: offerHashOf(server.tools),
    createdAt: server.createdAt.toISOString(),
  };
}
