import { eq, inArray } from "drizzle-orm";
import { agents, noticeChannels, noticeDeliveries, notices } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { ChannelType } from "#server/core/notice.ts";
import type { NoticeMessage } from "#server/core/notice-message.ts";
import { executeIn } from "./executor.ts";
import { pageUrl } from "./page-url.ts";

export type ClaimedDelivery = {
  deliveryId: string;
  channelId: string;
  type: ChannelType;
  target: string;
  /** Sealed. */
  secret: string | null;
  enabled: boolean;
  /** Whether the notice was closed in the meantime. */
  isOver: boolean;
  /** Tries, this one included. */
  attempts: number;
  /** Until then nobody else tries it; what the row holds while this try is the newest. */
  leaseUntil: Date;
  message: NoticeMessage;
};

// Longer than any try takes.
const LEASE_MS = 60_000;

// The oldest of each channel that has none under way here. Others may look at the same moment.
const CLAIM = `
with due as (
  select distinct on (channel_id) id, due_at from notice_deliveries
  where status = 'pending' and due_at <= clock_timestamp() and not (channel_id = any($1::text[]))
  order by channel_id, due_at, id),
mine as (
  select d.id from notice_deliveries d
  where d.id in (select id from due order by due_at limit $2)
    and d.status = 'pending' and d.due_at <= clock_timestamp()
  for update skip locked)
update notice_deliveries d set attempts = d.attempts + 1,
  due_at = clock_timestamp() + $3::int * interval '1 ms'
from mine where d.id = mine.id returning d.id`;

/** Takes what is due, at most one a channel, and holds it while it is tried. */
export async function claimNoticeDeliveries(
  ctx: Context,
  { room, busy }: { room: number; busy: readonly string[] },
): Promise<ClaimedDelivery[]> {
  const rows = await executeIn(ctx.db)(CLAIM, [[...busy], room, LEASE_MS]);
  const ids = rows.map((row) => String(row["id"]));
  if (ids.length === 0) return [];
  const found = await ctx.db
    .select({ delivery: noticeDeliveries, notice: notices, channel: noticeChannels, agent: agents })
    .from(noticeDeliveries)
    .innerJoin(notices, eq(notices.id, noticeDeliveries.noticeId))
    .innerJoin(noticeChannels, eq(noticeChannels.id, noticeDeliveries.channelId))
    .innerJoin(agents, eq(agents.id, notices.agentId))
    .where(inArray(noticeDeliveries.id, ids));
  return found.flatMap(({ delivery, notice, channel, agent }) =>
    delivery.dueAt === null
      ? []
      : [
          {
            deliveryId: delivery.id,
            channelId: channel.id,
            type: channel.type,
            target: channel.target,
            secret: channel.secret,
            enabled: channel.enabled,
            isOver: notice.closedAt !== null,
            attempts: delivery.attempts,
            leaseUntil: delivery.dueAt,
            message: {
              type: notice.kind,
              timestamp: notice.createdAt.toISOString(),
              data: {
                noticeId: notice.id,
                agentId: agent.id,
                agentName: agent.name,
                runId: notice.runId,
                approvalId: notice.approvalId,
                scheduleId: notice.scheduleId,
                title: notice.title,
                text: notice.text,
                url: pageUrl(ctx.config, pathOf(notice, agent.slug)),
                count: notice.count,
              },
            },
          },
        ],
  );
}

function pathOf(
  { runId, approvalId }: Pick<typeof notices.$inferSelect, "runId" | "approvalId">,
  slug: string,
): string {
  if (approvalId !== null) return `/approvals/${approvalId}`;
  return runId === null ? `/agents/${slug}` : `/runs/${runId}`;
}
