import { and, eq, max } from "drizzle-orm";
import { agents, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { hasErrors, type Issue } from "#server/core/plan.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import type { TriggerWarning } from "#server/core/trigger-views.ts";
import type { SnapshotView } from "#server/core/views.ts";
import { checkPlan } from "./check-plan.ts";
import { noPlanIssue } from "./empty-plan.ts";
import { lockAgent, refuseArchived } from "./find-agent.ts";
import { planHashOf } from "./plan-hash.ts";
import { findLatestRevision, findRevision } from "./find-revision.ts";
import { viewSnapshot } from "./view-snapshot.ts";
import { warnCallers } from "./warn-callers.ts";
import { warnTriggers } from "./warn-triggers.ts";

/** What was saved, and what it means for the agent's triggers and for the agents that run it. */
type Saved = { snapshot: SnapshotView; created: boolean; warnings: TriggerWarning[] };

/**
 * Saves the draft, or the plan of `revision`, as what new runs walk. A plan with errors is refused
 * with all its issues. Equal content gives the snapshot that stands already.
 */
export async function saveSnapshot(
  ctx: Context,
  input: { agentId: string; revision?: number | undefined },
): Promise<Result<Saved, Issue[]>> {
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, input.agentId);
    refuseArchived(agent);
    const row =
      input.revision === undefined
        ? await findLatestRevision(tx, agent.id)
        : await findRevision(tx, agent.id, input.revision);
    if (row === null) return err([noPlanIssue]);
    const { plan } = row;
    const issues = await checkPlan(ctx, tx, agent, plan);
    if (hasErrors(issues)) return err(issues);

    const planHash = planHashOf(plan);
    const ofAgent = eq(snapshots.agentId, agent.id);
    const [standing] = await tx
      .select()
      .from(snapshots)
      .where(and(ofAgent, eq(snapshots.planHash, planHash)));
    const [last] = await tx
      .select({ version: max(snapshots.version) })
      .from(snapshots)
      .where(ofAgent);
    const now = ctx.now();
    const [saved] = standing
      ? [standing]
      : await tx
          .insert(snapshots)
          .values({
            id: ctx.newId("snap"),
            agentId: agent.id,
            version: (last?.version ?? 0) + 1,
            revision: row.revision,
            plan,
            planHash,
            issues,
            createdAt: now,
          })
          .returning();
    if (!saved) throw new Error("Insert into snapshots returned no row.");
    await tx.update(agents).set({ snapshotId: saved.id, updatedAt: now }).where(eq(agents.id, agent.id));
    const warnings = [...(await warnCallers(tx, agent.slug)), ...(await warnTriggers(tx, agent.id, plan))];
    return ok({ snapshot: viewSnapshot(saved), created: standing === undefined, warnings });
  });
}
