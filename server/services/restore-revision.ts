import type { Context } from "#server/context.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import { ok, type Result } from "#server/core/result.ts";
import { changePlan, refuse, refuseWithIssues, type PlanChange, type PlanRefusal } from "./change-plan.ts";
import { namedRevisions } from "./edit-plan.ts";

/** Copies an earlier revision forward as the newest one: undo, redo, "back to r3". */
export function restoreRevision(
  ctx: Context,
  input: { agentId: string; messageId: string; revision: number; changeDescription: string },
): Promise<Result<PlanChange, PlanRefusal>> {
  return changePlan(ctx, input, async (tx, agent, base) => {
    if (base === null) return refuse("There is no plan yet, so there is no revision to go back to.");

    const edit = { op: "restore_revision" as const, revision: input.revision };
    const result = applyEdits(base.plan, [edit], { revisions: await namedRevisions(tx, agent.id, [edit]) });
    if (!result.ok) return refuseWithIssues(result.error);
    return ok({
      plan: result.value.plan,
      notes: result.value.notes,
      edits: [edit],
      changeDescription: input.changeDescription,
      restoredFrom: input.revision,
    });
  });
}
