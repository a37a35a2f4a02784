import { eq } from "drizzle-orm";
import { toolServers } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ToolServerTransport, ToolServerView } from "#server/core/tool-server.ts";
import { conflict, invalid } from "#server/errors.ts";
import { askToolServer } from "./ask-tool-server.ts";
import { checkServerName, checkTransport } from "./check-tool-server.ts";
import { readToolServer } from "./read-tool-server.ts";
import { acceptOffered, announceToolServers, keptOfLeftOut, writeOffered } from "./record-offer.ts";

const MAX_SERVERS = 50;

/** Adds a server that answers. Whoever adds it accepts the tools that it offers at that moment, and no later ones. */
export async function addToolServer(
  ctx: Context,
  input: { name: string; transport: ToolServerTransport },
): Promise<ToolServerView> {
  const id = ctx.newId("srv");
  const name = checkServerName(input.name);
  const transport = await checkTransport(ctx, input.transport);
  await refuseTaken(ctx, name);
  const offer = await askToolServer(ctx, { id, name, transport });
  if (!offer.ok) {
    if (!(await isTaken(ctx, name))) await ctx.toolServers.forget({ serverId: id, name });
    const message = `"${name}" was not added, as it did not answer. ${offer.error.message}`;
    throw invalid(message, [{ path: "transport", message }]);
  }
  await ctx.db.transaction(async (tx) => {
    const now = ctx.now();
    const [added] = await tx
      .insert(toolServers)
      .values({
        id,
        name,
        transport,
        leftOut: keptOfLeftOut(offer.value.leftOut),
        checkedAt: now,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: toolServers.id });
    if (!added) throw taken(name);
    await writeOffered(tx, id, offer.value.tools);
    await acceptOffered(
      tx,
      id,
      offer.value.tools.map((tool) => tool.name),
    );
    await announceToolServers(tx);
  });
  await ctx.reloadTools();
  return readToolServer(ctx, id);
}

async function refuseTaken(ctx: Context, name: string): Promise<void> {
  if (await isTaken(ctx, name)) throw taken(name);
  if ((await ctx.db.$count(toolServers)) >= MAX_SERVERS) {
    throw conflict(`There are ${MAX_SERVERS} tool servers, which is the most. Remove one first.`);
  }
}

async function isTaken({ db }: Pick<Context, "db">, name: string): Promise<boolean> {
  return (await db.$count(toolServers, eq(toolServers.name, name))) > 0;
}

function taken(name: string) {
  return conflict(`There is a tool server "${name}" already. Choose another name, or change that one.`);
}
