import { eq } from "drizzle-orm";
import { toolServers } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { announceToolServers } from "./record-offer.ts";
import { requireToolServer } from "./tool-server-rows.ts";

/** Takes a server away with its tools. Steps that name them fail from the next try on. */
export async function deleteToolServer(ctx: Context, input: { serverId: string }): Promise<void> {
  const { id } = await requireToolServer(ctx.db, input.serverId);
  await ctx.db.transaction(async (tx) => {
    await tx.delete(toolServers).where(eq(toolServers.id, id));
    await announceToolServers(tx);
  });
  await ctx.reloadTools();
}
