import type { Context } from "#server/context.ts";
import { conflict, invalid } from "#server/errors.ts";
import { serverToolName, type ToolServerView } from "#server/core/tool-server.ts";
import { readToolServer } from "./read-tool-server.ts";
import { acceptOffered, announceToolServers } from "./record-offer.ts";
import { findToolServers, offerHashOf, requireToolServer } from "./tool-server-rows.ts";

/** A person's word that the tools may be used as they are offered now; all of them when none is named. */
export async function acceptServerTools(
  ctx: Context,
  input: {
    serverId: string;
    tools?: readonly string[] | undefined;
    /** Of the offer that the person looked at. */
    offerHash?: string | undefined;
  },
): Promise<ToolServerView> {
  const { id, name: server } = await requireToolServer(ctx.db, input.serverId);
  await ctx.db.transaction(async (tx) => {
    const found = (await findToolServers(tx)).find((one) => one.id === id);
    const tools = found?.tools ?? [];
    if (input.offerHash !== undefined && input.offerHash !== offerHashOf(tools)) {
      throw conflict(`"${server}" offers something else by now. Look at it again, and accept what it shows.`);
    }
    const names = new Map(tools.map(({ name }) => [serverToolName(server, name), name]));
    const asked = input.tools ?? [...names.keys()];
    const unknown = asked.find((name) => !names.has(name));
    if (unknown !== undefined) {
      const message = `"${server}" has no tool "${unknown.slice(0, 120)}". It has ${[...names.keys()].join(", ") || "none"}.`;
      throw invalid(message, [{ path: "tools", message }]);
    }
    await acceptOffered(
      tx,
      id,
      asked.map((name) => names.get(name) ?? name),
    );
    await announceToolServers(tx);
  });
  await ctx.reloadTools();
  return readToolServer(ctx, id);
}
