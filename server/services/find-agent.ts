import { eq, or } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents } from "#db/schema.ts";
import { conflict, notFound } from "#server/errors.ts";

export type AgentRow = typeof agents.$inferSelect;

/** The agent with this id or slug. A slug never has the form of an id. */
export async function findAgent(db: Db, agentId: string): Promise<AgentRow> {
  const [row] = await db
    .select()
    .from(agents)
    .where(or(eq(agents.id, agentId), eq(agents.slug, agentId)));
  if (!row) throw notFound("Agent", agentId);
  return row;
}

/** The same, held until the transaction ends: whoever changes a conversation or a plan does it alone. */
export async function lockAgent(tx: Db, agentId: string): Promise<AgentRow> {
  const [row] = await tx
    .select()
    .from(agents)
    .where(or(eq(agents.id, agentId), eq(agents.slug, agentId)))
    .for("update");
  if (!row) throw notFound("Agent", agentId);
  return row;
}

export function refuseArchived(agent: Pick<AgentRow, "name" | "status">) {
  if (agent.status === "archived") {
    throw conflict(`Agent "${agent.name}" is archived. Set its status to "active" before you go on with it.`);
  }
}
