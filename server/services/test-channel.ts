import { eq } from "drizzle-orm";
import { agents } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { NoticeMessage } from "#server/core/notice-message.ts";
import { requireChannel } from "./channel-rows.ts";
import { pageUrl } from "./page-url.ts";

const TEXT =
  "This is a test that a person has sent. Notices of this agent come this way: runs that fail or pause, approvals that wait, schedules that start nothing.";

/** Sends a test to the channel at once and once, whether it is on or off. */
export async function testChannel(
  ctx: Context,
  input: { channelId: string },
): Promise<{ isSent: boolean; error: string | null }> {
  const channel = await requireChannel(ctx.db, input.channelId);
  const [agent] = await ctx.db.select().from(agents).where(eq(agents.id, channel.agentId));
  const message: NoticeMessage = {
    type: "test",
    timestamp: ctx.now().toISOString(),
    data: {
      noticeId: null,
      agentId: channel.agentId,
      agentName: agent?.name ?? "",
      runId: null,
      approvalId: null,
      scheduleId: null,
      title: "Test of this channel",
      text: TEXT,
      url: pageUrl(ctx.config, `/agents/${agent?.slug ?? ""}`),
      count: 1,
    },
  };
  const outcome = await ctx.senders.send(
    channel.type,
    {
      deliveryId: ctx.newId("dlv"),
      target: channel.target,
      secret: channel.secret === null ? null : ctx.sealing.open(channel.secret, channel.id),
      message,
    },
    new AbortController().signal,
  );
  return outcome.type === "sent" ? { isSent: true, error: null } : { isSent: false, error: outcome.error };
}
