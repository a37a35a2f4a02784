import { and, desc, eq, lt } from "drizzle-orm";
import { noticeDeliveries } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { NoticeDeliveryView } from "#server/core/notice-views.ts";
import { requireChannel, selectNoticeDeliveries, viewNoticeDelivery } from "./channel-rows.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";

/** What was sent to a channel and what is still to be, newest first. */
export async function listChannelDeliveries(
  ctx: Context,
  input: { channelId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: NoticeDeliveryView[]; nextCursor: string | null }> {
  const { cursor, limit } = input;
  const { id } = await requireChannel(ctx.db, input.channelId);
  const rows = await selectNoticeDeliveries(ctx.db)
    .where(
      and(
        eq(noticeDeliveries.channelId, id),
        cursor === undefined ? undefined : lt(noticeDeliveries.id, decodeCursor("deliveries", cursor)),
      ),
    )
    .orderBy(desc(noticeDeliveries.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(viewNoticeDelivery),
    nextCursor: rows.length > limit && last ? encodeCursor("deliveries", last.delivery.id) : null,
  };
}
