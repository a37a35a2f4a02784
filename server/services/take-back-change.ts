import type { Context } from "#server/context.ts";
import { ok } from "#server/core/result.ts";
import { changePlan, type PlanChange, refuse } from "./change-plan.ts";
import { emptyPlan } from "./empty-plan.ts";

/**
 * Copies the plan forward as it was before an earlier wording of the message changed it. Null when the
 * newest revision is no earlier wording's, or the message has made its revision.
 */
export async function takeBackChange(
  ctx: Context,
  input: { agentId: string; messageId: string },
): Promise<PlanChange | null> {
  const result = await changePlan(ctx, input, async (_tx, agent, base, head) => {
    if (head === null || head === base) return refuse("There is nothing to take back.");
    return ok({
      plan: base?.plan ?? emptyPlan(agent.name),
      edits: [{ op: "take_back", revision: head.revision }],
      changeDescription: `Took back revision ${head.revision}: ${head.changeDescription}`,
      isTakeBack: true as const,
      ...(base !== null && { restoredFrom: base.revision }),
    });
  });
  return result.ok ? result.value : null;
}
