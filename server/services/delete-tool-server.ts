import { eq } from "drizzle-orm";
import { toolServers } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { listOf } from "#server/core/list-of.ts";
import { conflict } from "#server/errors.ts";
import { findToolUsers } from "./find-tool-users.ts";
import { announceToolServers } from "./record-offer.ts";
import { requireToolServer } from "./tool-server-rows.ts";

/**
 * Takes a server away with its tools and what its program kept. While a saved plan names one of them this is
 * refused, unless `force` says that it may fail.
 */
export async function deleteToolServer(
  ctx: Context,
  input: { serverId: string; force?: boolean | undefined },
): Promise<void> {
  const { id, name } = await requireToolServer(ctx.db, input.serverId);
  const users = await findToolUsers(ctx.db, `${name}.`);
  if (users.length > 0 && input.force !== true) {
    throw conflict(
      `Tools of "${name}" are named by ${listOf(users, "and")}, which would fail without them. Change them first, turn the server off, or remove it with "force".`,
    );
  }
  await ctx.db.transaction(async (tx) => {
    await tx.delete(toolServers).where(eq(toolServers.id, id));
    await announceToolServers(tx);
  });
  await ctx.reloadTools();
  await ctx.toolServers.forget({ serverId: id, name });
}
