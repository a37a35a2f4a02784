import type { Context } from "#server/context.ts";
import type { ToolServerView } from "#server/core/tool-server.ts";
import { askToolServer } from "./ask-tool-server.ts";
import { readToolServer } from "./read-tool-server.ts";
import { recordOffer } from "./record-offer.ts";
import { requireToolServer } from "./tool-server-rows.ts";

/** Asks a server what it offers now, and keeps the answer, or why there was none. */
export async function lookAtToolServer(ctx: Context, input: { serverId: string }): Promise<ToolServerView> {
  const server = await requireToolServer(ctx.db, input.serverId);
  await recordOffer(ctx, server.id, await askToolServer(ctx, server));
  await ctx.reloadTools();
  return readToolServer(ctx, server.id);
}
