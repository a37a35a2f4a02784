import { and, eq, sql } from "drizzle-orm";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { StoredPart } from "#server/core/conversation.ts";
import { whatStands } from "#server/core/what-stands.ts";
import type { MessageRow } from "./append-message.ts";
import { findAgent } from "./find-agent.ts";
import { findBaseRevision } from "./find-base-revision.ts";
import { readRevisionCard } from "./read-revision-card.ts";

// Another process may write a reply, and keeps it again every few seconds. An embedded database has only this one.
const OTHERS_SILENT_MS = 30_000;

/**
 * Ends the replies of an agent that nobody writes any more, as after a crash: with what was kept of them, the
 * revision that their message made, and a sentence that says so. `isAnswering` tells which ones this process
 * writes; others count as broken once nothing was kept of them for `silentMs`.
 */
export async function closeBrokenReplies(
  ctx: Context,
  input: { agentId: string; silentMs: number; isAnswering: (message: MessageRow) => boolean },
): Promise<void> {
  const { id: agentId } = await findAgent(ctx.db, input.agentId);
  const silentMs = ctx.database.driver === "postgres" ? OTHERS_SILENT_MS : input.silentMs;
  const open = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.agentId, agentId), sql`${messages.metadata} ->> 'unfinished' = 'true'`));
  for (const reply of open) {
    const asked = await findAsked(ctx, reply);
    if (asked === null || input.isAnswering(asked)) continue;
    if (ctx.now().getTime() - reply.createdAt.getTime() < silentMs) continue;
    await close(ctx, reply, asked);
  }
}

async function findAsked(ctx: Context, { agentId, position }: MessageRow): Promise<MessageRow | null> {
  const [row] = await ctx.db
    .select()
    .from(messages)
    .where(and(eq(messages.agentId, agentId), eq(messages.position, position - 1)));
  return row ?? null;
}

async function close(ctx: Context, reply: MessageRow, asked: MessageRow): Promise<void> {
  const { unfinished: _unfinished, ...metadata } = reply.metadata ?? {};
  const card = await readRevisionCard(ctx, { agentId: reply.agentId, messageId: asked.id });
  const isShown = reply.parts.some((part) => part.type === "data-revision");
  const { head, base } = await findBaseRevision(ctx.db, reply.agentId, asked.id);
  const stands = whatStands({
    made: card?.revision ?? null,
    earlier: head === base ? null : (head?.revision ?? null),
  });
  const hasBegun = reply.parts.length > 0 || card !== null;
  const why = hasBegun
    ? "The answer broke off here, because the server stopped."
    : "No answer came, because the server stopped.";
  const parts: StoredPart[] = [
    ...reply.parts,
    ...(card === null || isShown
      ? []
      : [{ type: "data-revision", id: `revision-${card.revision}`, data: card }]),
    {
      type: "data-notice",
      id: ctx.newId("note"),
      data: { level: "error", text: `${why} ${stands}` },
    },
  ];
  await ctx.db
    .update(messages)
    .set({ parts, metadata })
    // Not if somebody has kept more of it in the meantime.
    .where(
      and(
        eq(messages.agentId, reply.agentId),
        eq(messages.id, reply.id),
        eq(messages.createdAt, reply.createdAt),
      ),
    );
}
