import { noticeChannels } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ChannelType, NoticeKind } from "#server/core/notice.ts";
import type { NewChannelView } from "#server/core/notice-views.ts";
import { conflict } from "#server/errors.ts";
import { findChannels, viewChannel } from "./channel-rows.ts";
import { checkChannelTarget, refuseSameTarget } from "./check-channel.ts";
import { lockAgent, refuseArchived } from "./find-agent.ts";
import { newSecret } from "./webhook-secret.ts";

const MAX_CHANNELS = 20;

/** A place that the agent's notices go to beside the page. The secret of a webhook is answered this one time. */
export async function createChannel(
  ctx: Context,
  input: {
    agentId: string;
    type: ChannelType;
    target: string;
    kinds?: readonly NoticeKind[] | null | undefined;
    enabled?: boolean | undefined;
  },
): Promise<NewChannelView> {
  const { type, kinds = null, enabled = true } = input;
  const id = ctx.newId("chn");
  const secret = type === "webhook" ? newSecret("standard") : null;
  await ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, input.agentId);
    refuseArchived(agent);
    const target = checkChannelTarget(ctx, type, input.target);
    const others = await findChannels(tx, agent.id);
    refuseSameTarget(others, { type, target });
    if (others.length >= MAX_CHANNELS) {
      throw conflict(
        `Agent "${agent.name}" has ${others.length} channels, and ${MAX_CHANNELS} is the most. Delete one first.`,
      );
    }
    const now = ctx.now();
    await tx.insert(noticeChannels).values({
      id,
      agentId: agent.id,
      type,
      target,
      secret: secret === null ? null : ctx.sealing.seal(secret, id),
      kinds: kinds === null ? null : [...new Set(kinds)],
      enabled,
      createdAt: now,
      updatedAt: now,
    });
  });
  return { ...(await viewChannel(ctx.db, id)), secret };
}
