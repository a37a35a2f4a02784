import type { Context } from "#server/context.ts";
import type { ChannelView } from "#server/core/notice-views.ts";
import { findChannels, viewChannels } from "./channel-rows.ts";
import { findAgent } from "./find-agent.ts";

/** All channels of the agent, oldest first. */
export async function listChannels(
  ctx: Context,
  input: { agentId: string },
): Promise<{ items: ChannelView[]; nextCursor: string | null }> {
  const { id } = await findAgent(ctx.db, input.agentId);
  return { items: await viewChannels(ctx.db, await findChannels(ctx.db, id)), nextCursor: null };
}
