import { eq } from "drizzle-orm";
import { noticeChannels } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";

/** Takes the channel away, with what is still to be sent to it and the list of what was. */
export async function deleteChannel(ctx: Context, input: { channelId: string }): Promise<void> {
  const gone = await ctx.db
    .delete(noticeChannels)
    .where(eq(noticeChannels.id, input.channelId))
    .returning({ id: noticeChannels.id });
  if (gone.length === 0) throw notFound("Channel", input.channelId);
}
