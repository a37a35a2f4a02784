import { and, count, desc, eq, isNull, lt } from "drizzle-orm";
import { agents, notices } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { NoticeView } from "#server/core/notice-views.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { findAgent } from "./find-agent.ts";

export type NoticePage = { items: NoticeView[]; nextCursor: string | null; unread: number };

/** Notices, newest first, with how many of them all, or of the agent's, nobody has read. */
export async function listNotices(
  ctx: Context,
  input: {
    agentId?: string | undefined;
    unread?: boolean | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<NoticePage> {
  const { cursor, limit } = input;
  const agent = input.agentId === undefined ? null : await findAgent(ctx.db, input.agentId);
  const ofAgent = agent ? eq(notices.agentId, agent.id) : undefined;
  const rows = await ctx.db
    .select({ notice: notices, agentName: agents.name, agentSlug: agents.slug })
    .from(notices)
    .innerJoin(agents, eq(agents.id, notices.agentId))
    .where(
      and(
        ofAgent,
        input.unread === true ? isNull(notices.readAt) : undefined,
        cursor === undefined ? undefined : lt(notices.id, decodeCursor("notices", cursor)),
      ),
    )
    .orderBy(desc(notices.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(({ notice, agentName, agentSlug }) => ({
      noticeId: notice.id,
      agentId: notice.agentId,
      agentName,
      agentSlug,
      kind: notice.kind,
      title: notice.title,
      text: notice.text,
      runId: notice.runId,
      approvalId: notice.approvalId,
      scheduleId: notice.scheduleId,
      count: notice.count,
      createdAt: notice.createdAt.toISOString(),
      lastAt: notice.lastAt.toISOString(),
      readAt: notice.readAt?.toISOString() ?? null,
      closedAt: notice.closedAt?.toISOString() ?? null,
    })),
    nextCursor: rows.length > limit && last ? encodeCursor("notices", last.notice.id) : null,
    unread: await countUnread(ctx, agent?.id),
  };
}

export async function countUnread(ctx: Context, agentId?: string): Promise<number> {
  const [row] = await ctx.db
    .select({ unread: count() })
    .from(notices)
    .where(and(isNull(notices.readAt), agentId === undefined ? undefined : eq(notices.agentId, agentId)));
  return row?.unread ?? 0;
}
