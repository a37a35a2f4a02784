import { inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { noticeChannels, noticeDeliveries, notices } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { NoticeKind } from "#server/core/notice.ts";
import type { NoticeWords } from "#server/core/notice-words.ts";

export type NewNotice = NoticeWords & {
  agentId: string;
  kind: NoticeKind;
  /** While a notice is open, there is no other of the same cause. */
  cause: string;
  runId?: string;
  approvalId?: string;
  scheduleId?: string;
};

type Opened = { id: string; agentId: string; kind: NoticeKind };

const NOW = sql`clock_timestamp()`;
const WHILE_OPEN = sql`closed_at is null`;
const OPENED = { id: notices.id, agentId: notices.agentId, kind: notices.kind };

/** Raises a notice for each cause that has none, with what is to be sent of it. Answers with those that are new. */
export async function openNotices(ctx: Context, tx: Db, found: readonly NewNotice[]): Promise<Opened[]> {
  if (found.length === 0) return [];
  const opened = await tx
    .insert(notices)
    .values(found.map((notice) => rowOf(ctx, notice)))
    .onConflictDoNothing({ target: notices.cause, where: WHILE_OPEN })
    .returning(OPENED);
  await sendLater(ctx, tx, opened);
  return opened;
}

/**
 * The same for a cause that happened so many times: where a notice stands for it, that one is counted up and
 * tells of the newest.
 */
export async function countNotice(
  ctx: Context,
  tx: Db,
  notice: NewNotice,
  times: number,
): Promise<{ noticeId: string; isNew: boolean }> {
  const { title, text, runId } = notice;
  const count = sql`${notices.count} + ${times}`;
  const [row] = await tx
    .insert(notices)
    .values({ ...rowOf(ctx, notice), count: times })
    .onConflictDoUpdate({
      target: notices.cause,
      targetWhere: WHILE_OPEN,
      set: { count, lastAt: NOW, title, text, runId },
    })
    .returning({ ...OPENED, isNew: sql<boolean>`xmax = 0` });
  if (!row) throw new Error("Insert into notices returned no row.");
  if (row.isNew) await sendLater(ctx, tx, [row]);
  return { noticeId: row.id, isNew: row.isNew };
}

function rowOf(ctx: Context, notice: NewNotice) {
  return { ...notice, id: ctx.newId("notice"), createdAt: NOW, lastAt: NOW };
}

async function sendLater(ctx: Context, tx: Db, opened: readonly Opened[]): Promise<void> {
  if (opened.length === 0) return;
  const agentIds = [...new Set(opened.map(({ agentId }) => agentId))];
  const channels = await tx.select().from(noticeChannels).where(inArray(noticeChannels.agentId, agentIds));
  const deliveries = opened.flatMap((notice) =>
    channels
      .filter(
        ({ agentId, enabled, kinds }) =>
          enabled && agentId === notice.agentId && (kinds === null || kinds.includes(notice.kind)),
      )
      .map((channel) => ({
        id: ctx.newId("dlv"),
        noticeId: notice.id,
        channelId: channel.id,
        status: "pending" as const,
        dueAt: NOW,
        createdAt: NOW,
      })),
  );
  if (deliveries.length > 0) await tx.insert(noticeDeliveries).values(deliveries);
}
