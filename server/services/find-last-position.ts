import { desc, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { messages } from "#db/schema.ts";

/** The place of the newest message of a conversation, replies and reports included; 0 for an empty one. */
export async function findLastPosition(tx: Db, agentId: string): Promise<number> {
  const [last] = await tx
    .select({ position: messages.position })
    .from(messages)
    .where(eq(messages.agentId, agentId))
    .orderBy(desc(messages.position))
    .limit(1);
  return last?.position ?? 0;
}
