import { and, eq, ne, sql } from "drizzle-orm";
import { noticeDeliveries } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { NoticeDeliveryView } from "#server/core/notice-views.ts";
import { conflict, notFound } from "#server/errors.ts";
import { requireChannel, selectNoticeDeliveries, viewNoticeDelivery } from "./channel-rows.ts";

/** Sends again what was given up or has gone out, with the same id and all tries. */
export async function resendNotice(
  ctx: Context,
  input: { channelId: string; deliveryId: string },
): Promise<NoticeDeliveryView> {
  const { enabled, target } = await requireChannel(ctx.db, input.channelId);
  const standing = await find(ctx, input);
  if (!enabled) throw conflict(`The channel to "${target}" is off. Switch it on before you send again.`);

  const isIt = eq(noticeDeliveries.id, input.deliveryId);
  const [taken] = await ctx.db
    .update(noticeDeliveries)
    .set({ status: "pending", attempts: 0, dueAt: sql`clock_timestamp()`, error: null, sentAt: null })
    .where(and(isIt, ne(noticeDeliveries.status, "pending")))
    .returning({ id: noticeDeliveries.id });
  if (!taken) {
    throw conflict(
      `The delivery "${input.deliveryId}" is not given up: its next try is at ${standing.dueAt ?? "any moment"}.`,
    );
  }
  return find(ctx, input);
}

async function find(
  ctx: Context,
  { channelId, deliveryId }: { channelId: string; deliveryId: string },
): Promise<NoticeDeliveryView> {
  const [row] = await selectNoticeDeliveries(ctx.db).where(
    and(eq(noticeDeliveries.id, deliveryId), eq(noticeDeliveries.channelId, channelId)),
  );
  if (!row) throw notFound("Delivery", deliveryId);
  return viewNoticeDelivery(row);
}
