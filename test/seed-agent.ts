import { agents, messages, planRevisions, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Plan } from "#server/core/plan.ts";
import { planHashOf } from "#server/services/plan-hash.ts";

/** An agent whose one message led to `plan`, saved as a snapshot. */
export async function seedAgent(ctx: Context, plan: Plan) {
  const agentId = ctx.newId("agt");
  const snapshotId = ctx.newId("snap");
  const messageId = ctx.newId("msg");
  const at = ctx.now();
  const planHash = planHashOf(plan);

  await ctx.db.transaction(async (tx) => {
    await tx.insert(agents).values({
      id: agentId,
      slug: agentId.replaceAll("_", "-"),
      name: plan.title,
      snapshotId,
      createdAt: at,
      updatedAt: at,
    });
    await tx.insert(messages).values({
      agentId,
      id: messageId,
      position: 1,
      role: "user",
      parts: [{ type: "text", text: plan.objective }],
      createdAt: at,
    });
    await tx.insert(planRevisions).values({
      agentId,
      revision: 1,
      messageId,
      plan,
      planHash,
      edits: [],
      changeDescription: "The first plan",
      createdAt: at,
    });
    await tx.insert(snapshots).values({
      id: snapshotId,
      agentId,
      version: 1,
      revision: 1,
      plan,
      planHash,
      issues: [],
      createdAt: at,
    });
  });
  return { agentId, snapshotId };
}
