import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { StoredMetadata, StoredPart } from "#server/core/conversation.ts";
import { canonicalJson } from "#server/core/json.ts";
import { conflict, invalid } from "#server/errors.ts";
import { findLastPosition } from "./find-last-position.ts";
import { lockAgent, refuseArchived } from "./find-agent.ts";
import { findLatestRevision } from "./find-revision.ts";

export type MessageRow = typeof messages.$inferSelect;

/**
 * Keeps what a person wrote. The place behind it is its reply's, unfinished and empty until something
 * is said, so that replies stand where they belong whatever is sent before the first is answered.
 * `created` is false when this very message is kept already; another one with its id is refused.
 */
export async function appendMessage(
  ctx: Context,
  input: { agentId: string; id: string; parts: StoredPart[]; metadata: StoredMetadata },
): Promise<{ message: MessageRow; created: boolean }> {
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, input.agentId);
    refuseArchived(agent);

    const [standing] = await tx
      .select()
      .from(messages)
      .where(and(eq(messages.agentId, agent.id), eq(messages.id, input.id)));
    if (standing) {
      if (standing.role === "user" && canonicalJson(standing.parts) === canonicalJson(input.parts)) {
        return { message: standing, created: false };
      }
      throw conflict(
        `The message id "${input.id}" is taken by another message. Send this one with a new id.`,
      );
    }

    await checkBaseRevision(tx, agent.id, input.metadata.baseRevision);
    const [last] = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.agentId, agent.id), eq(messages.role, "user")))
      .orderBy(desc(messages.position))
      .limit(1);
    checkSuperseded(input.metadata.supersedes, last?.id);
    const now = ctx.now();
    const position = await nextPosition(tx, agent.id);
    const [message] = await tx
      .insert(messages)
      .values({
        agentId: agent.id,
        id: input.id,
        position,
        role: "user",
        parts: input.parts,
        metadata: input.metadata,
        createdAt: now,
      })
      .returning();
    if (!message) throw new Error("Insert into messages returned no row.");
    await tx.insert(messages).values({
      agentId: agent.id,
      id: ctx.newId("msg"),
      position: position + 1,
      role: "assistant",
      parts: [],
      metadata: { unfinished: true },
      createdAt: now,
    });
    await tx.update(agents).set({ updatedAt: now }).where(eq(agents.id, agent.id));
    return { message, created: true };
  });
}

/** Odd, so that the even one behind it is its reply's: behind the last reply or report of a run. */
async function nextPosition(tx: Db, agentId: string): Promise<number> {
  const position = await findLastPosition(tx, agentId);
  return position % 2 === 0 ? position + 1 : position + 2;
}

// Only at its end can a conversation be said in other words: what follows a message was said because of it.
function checkSuperseded(supersedes: string | undefined, newestId: string | undefined) {
  if (supersedes === undefined || supersedes === newestId) return;
  throw conflict(
    newestId === undefined
      ? `There is no message "${supersedes}" to take the place of. Send this one without "supersedes".`
      : `"${supersedes}" is not the newest message, which is "${newestId}", so this one cannot take its place. Send it as a message of its own, without "supersedes".`,
  );
}

async function checkBaseRevision(tx: Db, agentId: string, baseRevision: number | undefined) {
  if (baseRevision === undefined) return;
  const revision = (await findLatestRevision(tx, agentId))?.revision ?? 0;
  if (baseRevision <= revision) return;
  const message = `The baseRevision ${baseRevision} does not exist: the plan is at revision ${revision}. Send the revision that the person sees.`;
  throw invalid(message, [{ path: "message.metadata.baseRevision", message }]);
}
