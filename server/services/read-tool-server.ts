import type { Context } from "#server/context.ts";
import type { ToolServerView } from "#server/core/tool-server.ts";
import { notFound } from "#server/errors.ts";
import { findToolServers, viewToolServer } from "./tool-server-rows.ts";

export async function listToolServers(ctx: Pick<Context, "db">): Promise<ToolServerView[]> {
  return (await findToolServers(ctx.db)).map(viewToolServer);
}

/** A server by its id or its name. */
export async function readToolServer(ctx: Pick<Context, "db">, idOrName: string): Promise<ToolServerView> {
  const found = (await listToolServers(ctx)).find(
    ({ serverId, name }) => serverId === idOrName || name === idOrName,
  );
  if (!found) throw notFound("Tool server", idOrName);
  return found;
}
