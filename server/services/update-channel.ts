import { eq } from "drizzle-orm";
import { noticeChannels } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { NoticeKind } from "#server/core/notice.ts";
import type { ChannelView } from "#server/core/notice-views.ts";
import { findChannels, requireChannel, viewChannel } from "./channel-rows.ts";
import { checkChannelTarget, refuseSameTarget } from "./check-channel.ts";
import { lockAgent } from "./find-agent.ts";

/** Changes what is given and leaves the rest. The secret of a webhook stays. */
export async function updateChannel(
  ctx: Context,
  input: {
    channelId: string;
    target?: string | undefined;
    kinds?: readonly NoticeKind[] | null | undefined;
    enabled?: boolean | undefined;
  },
): Promise<ChannelView> {
  const { channelId, kinds, enabled } = input;
  const { agentId, type } = await requireChannel(ctx.db, channelId);
  await ctx.db.transaction(async (tx) => {
    await lockAgent(tx, agentId);
    const target = input.target === undefined ? undefined : checkChannelTarget(ctx, type, input.target);
    if (target !== undefined) {
      const others = (await findChannels(tx, agentId)).filter(({ id }) => id !== channelId);
      refuseSameTarget(others, { type, target });
    }
    await tx
      .update(noticeChannels)
      .set({
        ...(target !== undefined && { target }),
        ...(kinds !== undefined && { kinds: kinds === null ? null : [...new Set(kinds)] }),
        ...(enabled !== undefined && { enabled }),
        updatedAt: ctx.now(),
      })
      .where(eq(noticeChannels.id, channelId));
  });
  return viewChannel(ctx.db, channelId);
}
