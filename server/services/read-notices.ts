import { and, inArray, isNull } from "drizzle-orm";
import { notices } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import { countUnread } from "./list-notices.ts";

/** Takes note that a person has read these, or all. Answers with how many are left unread. */
export async function readNotices(
  ctx: Context,
  { noticeIds }: { noticeIds?: readonly string[] | undefined },
): Promise<{ unread: number }> {
  if (noticeIds !== undefined && noticeIds.length > 0) await refuseUnknown(ctx, noticeIds);
  await ctx.db
    .update(notices)
    .set({ readAt: ctx.now() })
    .where(
      and(isNull(notices.readAt), noticeIds === undefined ? undefined : inArray(notices.id, [...noticeIds])),
    );
  return { unread: await countUnread(ctx) };
}

async function refuseUnknown(ctx: Context, noticeIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .select({ id: notices.id })
    .from(notices)
    .where(inArray(notices.id, [...noticeIds]));
  const known = new Set(rows.map((row) => row.id));
  const unknown = noticeIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound("Notice", unknown);
}
