import { eq } from "drizzle-orm";
import { toolServers } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ToolServerTransport, ToolServerView } from "#server/core/tool-server.ts";
import { invalid } from "#server/errors.ts";
import { askToolServer } from "./ask-tool-server.ts";
import { checkTransport } from "./check-tool-server.ts";
import { readToolServer } from "./read-tool-server.ts";
import { announceToolServers, recordOffer } from "./record-offer.ts";
import { requireToolServer } from "./tool-server-rows.ts";

/** Turns a server off and on, or reaches it in another way; what it offers there is compared with what was accepted. */
export async function updateToolServer(
  ctx: Context,
  input: { serverId: string; enabled?: boolean | undefined; transport?: ToolServerTransport | undefined },
): Promise<ToolServerView> {
  const { enabled } = input;
  const { id, name } = await requireToolServer(ctx.db, input.serverId);
  const transport = input.transport && (await checkTransport(ctx, input.transport));
  const offer = transport && (await askToolServer(ctx, { id, name, transport }));
  if (offer && !offer.ok) {
    const message = `"${name}" was not changed, as it did not answer there. ${offer.error.message}`;
    throw invalid(message, [{ path: "transport", message }]);
  }
  await ctx.db.transaction(async (tx) => {
    const changed = { ...(enabled !== undefined && { enabled }), ...(transport && { transport }) };
    await tx
      .update(toolServers)
      .set({ ...changed, updatedAt: ctx.now() })
      .where(eq(toolServers.id, id));
    await announceToolServers(tx);
  });
  if (offer) await recordOffer(ctx, id, offer);
  await ctx.reloadTools();
  return readToolServer(ctx, id);
}
