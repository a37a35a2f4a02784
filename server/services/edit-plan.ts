import { and, desc, eq, gt, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { planRevisions } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { PlanEdit } from "#server/core/edit-schema.ts";
import { type Plan, stepName } from "#server/core/plan.ts";
import { applyEdits } from "#server/core/plan-edits.ts";
import { ok, type Result } from "#server/core/result.ts";
import {
  changePlan,
  refuse,
  refuseWithIssues,
  type PlanChange,
  type PlanDecision,
  type PlanRefusal,
} from "./change-plan.ts";
import { findRemovedSteps } from "./find-removed-steps.ts";
import type { RevisionRow } from "./find-revision.ts";
import { editsWithFreshIds } from "./fresh-step-ids.ts";
import { usedStepIds } from "./used-step-ids.ts";

export type EditPlan = {
  agentId: string;
  messageId: string;
  /** The revision that the edits were made for: it must be the newest. */
  baseRevision: number;
  edits: readonly PlanEdit[];
  changeDescription: string;
};

/** Applies all edits as one revision, or none. */
export function editPlan(ctx: Context, input: EditPlan): Promise<Result<PlanChange, PlanRefusal>> {
  return changePlan(ctx, input, (tx, agent, base) => decideEdits(tx, agent.id, base, input));
}

/** What the edits make of the plan, or why they are refused. */
export async function decideEdits(
  tx: Db,
  agentId: string,
  base: RevisionRow | null,
  input: Pick<EditPlan, "baseRevision" | "edits" | "changeDescription">,
): Promise<Result<PlanDecision, PlanRefusal>> {
  if (base === null)
    return refuse("There is no plan yet, so there is nothing to edit. Propose a first plan instead.");
  if (input.edits.length === 0) return refuse("The list of edits is empty. Name at least one edit.");
  if (base.revision !== input.baseRevision) return refuse(await staleBase(tx, base, input.baseRevision));

  const usedIds = await usedStepIds(tx, agentId);
  const presentIds = new Set(base.plan.steps.map((step) => step.id));
  const { value: edits, notes } = editsWithFreshIds(input.edits, usedIds, presentIds);
  const revisions = await namedRevisions(tx, agentId, edits);
  const restores = edits.some((edit) => edit.op === "restore_step");
  const { steps: gone } = restores ? await findRemovedSteps(tx, agentId, presentIds) : { steps: [] };
  const result = applyEdits(base.plan, edits, { revisions, usedIds, gone });
  if (!result.ok) return refuseWithIssues(result.error);

  const [only, ...others] = edits;
  return ok({
    plan: result.value.plan,
    notes: [...notes, ...result.value.notes],
    edits: [...edits],
    changeDescription: input.changeDescription,
    ...(only?.op === "restore_revision" && others.length === 0 && { restoredFrom: only.revision }),
  });
}

async function staleBase(tx: Db, base: RevisionRow, given: number): Promise<string> {
  const since = await tx
    .select({ revision: planRevisions.revision, changeDescription: planRevisions.changeDescription })
    .from(planRevisions)
    .where(and(eq(planRevisions.agentId, base.agentId), gt(planRevisions.revision, given)))
    .orderBy(planRevisions.revision);
  const changes = since.slice(-5).map((item) => `r${item.revision} ${item.changeDescription}`);
  const steps = base.plan.steps.map((step, index) => `${stepName(index + 1, step.title)} (id ${step.id})`);
  return [
    `The plan is at revision ${base.revision}, not ${given}.`,
    changes.length > 0 ? `Since then: ${changes.join("; ")}.` : "",
    `Its steps are: ${steps.join(", ") || "none"}.`,
    `Make the edits for these and call again with baseRevision ${base.revision}.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

/** The plans of the revisions that the edits bring something back from. */
export async function namedRevisions(
  tx: Db,
  agentId: string,
  edits: readonly PlanEdit[],
): Promise<Record<number, Plan>> {
  const named = edits.flatMap((edit) =>
    "revision" in edit && typeof edit.revision === "number" && edit.revision < 2 ** 31 ? [edit.revision] : [],
  );
  const sought = edits.flatMap((edit) =>
    edit.op === "restore_step" && edit.revision === null ? [edit.step] : [],
  );
  const columns = { revision: planRevisions.revision, plan: planRevisions.plan };
  const rows =
    named.length === 0
      ? []
      : await tx
          .select(columns)
          .from(planRevisions)
          .where(and(eq(planRevisions.agentId, agentId), inArray(planRevisions.revision, named)));
  for (const stepId of new Set(sought)) {
    // The newest revision that has the step.
    const holdsStep = sql`${planRevisions.plan} @> ${JSON.stringify({ steps: [{ id: stepId }] })}::jsonb`;
    const newest = await tx
      .select(columns)
      .from(planRevisions)
      .where(and(eq(planRevisions.agentId, agentId), holdsStep))
      .orderBy(desc(planRevisions.revision))
      .limit(1);
    rows.push(...newest);
  }
  return Object.fromEntries(rows.map((row) => [row.revision, row.plan]));
}
