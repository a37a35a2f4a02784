import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { serverTools, toolServers } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Result } from "#server/core/result.ts";
import type { Offer, OfferedTool } from "#server/core/tool-server.ts";

const MAX_LEFT_OUT = 100;

/** Every process listens here and reads the tool servers again. */
export const TOOL_SERVERS_CHANNEL = "stepwright_tool_servers";

/**
 * Keeps what a server offers now beside what was accepted: nothing becomes usable by it, and what is offered
 * in another way than was accepted stops being so.
 */
export async function recordOffer(
  ctx: Pick<Context, "db" | "now">,
  serverId: string,
  offer: Result<Offer, { message: string }>,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [server] = await tx
      .update(toolServers)
      .set({
        checkedAt: ctx.now(),
        problem: offer.ok ? null : offer.error.message,
        ...(offer.ok && { leftOut: keptOfLeftOut(offer.value.leftOut) }),
      })
      .where(eq(toolServers.id, serverId))
      .returning({ id: toolServers.id });
    // It was removed meanwhile.
    if (!server || !offer.ok) return;
    // Each run that uses the server asks it anew, and mostly hears the same.
    if (await isOffered(tx, serverId, offer.value.tools)) return;
    await writeOffered(tx, serverId, offer.value.tools);
    await announceToolServers(tx);
  });
}

async function isOffered(tx: Db, serverId: string, offered: readonly OfferedTool[]): Promise<boolean> {
  const standing = await tx
    .select({ tool: serverTools.offered })
    .from(serverTools)
    .where(and(eq(serverTools.serverId, serverId), isNotNull(serverTools.offered)))
    .orderBy(asc(serverTools.position));
  return canonicalJson(standing.map(({ tool }) => tool)) === canonicalJson(offered);
}

/** The first of them, and how many more there are. */
export function keptOfLeftOut(leftOut: readonly string[]): string[] {
  const more = leftOut.length - MAX_LEFT_OUT;
  return more > 0 ? [...leftOut.slice(0, MAX_LEFT_OUT), `and ${more} more`] : [...leftOut];
}

export async function writeOffered(tx: Db, serverId: string, offered: readonly OfferedTool[]): Promise<void> {
  const names = offered.map((tool) => tool.name);
  const isOther = names.length === 0 ? undefined : notInArray(serverTools.name, names);
  const isOfServer = eq(serverTools.serverId, serverId);
  // What nobody accepted and nobody offers any more leaves no trace.
  await tx.delete(serverTools).where(and(isOfServer, isOther, isNull(serverTools.accepted)));
  await tx.update(serverTools).set({ offered: null }).where(and(isOfServer, isOther));
  if (offered.length === 0) return;
  await tx
    .insert(serverTools)
    .values(offered.map((tool, position) => ({ serverId, name: tool.name, position, offered: tool })))
    .onConflictDoUpdate({
      target: [serverTools.serverId, serverTools.name],
      set: { offered: sql`excluded.offered`, position: sql`excluded.position` },
    });
}

/** What is offered now becomes what was accepted; tools that are gone and named are forgotten. */
export async function acceptOffered(tx: Db, serverId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const isNamed = and(eq(serverTools.serverId, serverId), inArray(serverTools.name, [...names]));
  await tx.delete(serverTools).where(and(isNamed, isNull(serverTools.offered)));
  await tx
    .update(serverTools)
    .set({ accepted: sql`${serverTools.offered}` })
    .where(isNamed);
}

export async function announceToolServers(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${TOOL_SERVERS_CHANNEL}, '')`);
}
