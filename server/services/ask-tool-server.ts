import type { Context } from "#server/context.ts";
import { err, type Result } from "#server/core/result.ts";
import type { Offer, ToolServerTransport } from "#server/core/tool-server.ts";
import { reachableServer } from "./reachable-server.ts";

const TIMEOUT_MS = 60_000;

/** What a server offers now, with every secret hidden that its words may hold. */
export async function askToolServer(
  ctx: Pick<Context, "secrets" | "toolServers">,
  server: { id: string; name: string; transport: ToolServerTransport },
): Promise<Result<Offer, { message: string }>> {
  const reachable = await reachableServer(ctx.secrets, server);
  if (!reachable.ok) return reachable;
  const offer = await ctx.toolServers.offer(reachable.value, AbortSignal.timeout(TIMEOUT_MS));
  return offer.ok ? offer : err({ message: ctx.secrets.redactText(offer.error.message) });
}
