import { asc, desc, eq, inArray } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { noticeChannels, noticeDeliveries, notices } from "#db/schema.ts";
import type { ChannelView, NoticeDeliveryView } from "#server/core/notice-views.ts";
import { notFound } from "#server/errors.ts";

export type ChannelRow = typeof noticeChannels.$inferSelect;

export async function requireChannel(db: Db, channelId: string): Promise<ChannelRow> {
  const [row] = await db.select().from(noticeChannels).where(eq(noticeChannels.id, channelId));
  if (!row) throw notFound("Channel", channelId);
  return row;
}

/** The agent's channels, oldest first. */
export async function findChannels(db: Db, agentId: string): Promise<ChannelRow[]> {
  return db
    .select()
    .from(noticeChannels)
    .where(eq(noticeChannels.agentId, agentId))
    .orderBy(asc(noticeChannels.createdAt), asc(noticeChannels.id));
}

/** Deliveries joined with what their views say of the notice. */
export function selectNoticeDeliveries(db: Db) {
  return db
    .select({ delivery: noticeDeliveries, kind: notices.kind, title: notices.title })
    .from(noticeDeliveries)
    .innerJoin(notices, eq(notices.id, noticeDeliveries.noticeId))
    .$dynamic();
}

type JoinedDelivery = Awaited<ReturnType<typeof selectNoticeDeliveries>>[number];

export function viewNoticeDelivery({ delivery, kind, title }: JoinedDelivery): NoticeDeliveryView {
  return {
    deliveryId: delivery.id,
    noticeId: delivery.noticeId,
    channelId: delivery.channelId,
    kind,
    title,
    status: delivery.status,
    attempts: delivery.attempts,
    dueAt: delivery.dueAt?.toISOString() ?? null,
    error: delivery.error,
    createdAt: delivery.createdAt.toISOString(),
    sentAt: delivery.sentAt?.toISOString() ?? null,
  };
}

/** The channels as the API shows them, without their secrets, in the order given. */
export async function viewChannels(db: Db, rows: readonly ChannelRow[]): Promise<ChannelView[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const newest = db
    .selectDistinctOn([noticeDeliveries.channelId], { id: noticeDeliveries.id })
    .from(noticeDeliveries)
    .where(inArray(noticeDeliveries.channelId, ids))
    .orderBy(noticeDeliveries.channelId, desc(noticeDeliveries.createdAt), desc(noticeDeliveries.id));
  const deliveries = await selectNoticeDeliveries(db).where(inArray(noticeDeliveries.id, newest));
  const byChannel = new Map(deliveries.map((row) => [row.delivery.channelId, viewNoticeDelivery(row)]));
  return rows.map(({ id, agentId, type, target, kinds, enabled, createdAt, updatedAt }) => ({
    channelId: id,
    agentId,
    type,
    target,
    kinds,
    enabled,
    lastDelivery: byChannel.get(id) ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

export async function viewChannel(db: Db, channelId: string): Promise<ChannelView> {
  const [view] = await viewChannels(db, [await requireChannel(db, channelId)]);
  if (!view) throw notFound("Channel", channelId);
  return view;
}
