import { and, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#db/client.ts";
import { messages } from "#db/schema.ts";
import { findEarlierWordings } from "./find-base-revision.ts";

/** The versions that replies to earlier wordings of a message saved, oldest first. */
export async function findEarlierVersions(
  db: Db,
  input: { agentId: string; messageId: string },
): Promise<number[]> {
  const wordings = await findEarlierWordings(db, input.agentId, input.messageId);
  if (wordings.length === 0) return [];
  const reply = alias(messages, "reply");
  const rows = await db
    .select({ parts: reply.parts })
    .from(messages)
    .innerJoin(
      reply,
      and(eq(reply.agentId, messages.agentId), eq(reply.position, sql`${messages.position} + 1`)),
    )
    .where(and(eq(messages.agentId, input.agentId), inArray(messages.id, wordings)))
    .orderBy(messages.position);
  return rows
    .flatMap((row) => row.parts)
    .flatMap((part) => (part.type === "data-snapshot" ? [versionOf(part["data"])] : []));
}

function versionOf(data: unknown): number {
  return Number((data as { version: number }).version);
}
