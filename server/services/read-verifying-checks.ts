import type { Context } from "#server/context.ts";
import { type Step, stepName } from "#server/core/plan.ts";
import { openDraft } from "#server/core/run-rules/draft.ts";
import { scopeOf } from "#server/core/run-rules/run-scope.ts";
import type { Scope } from "#server/core/scope.ts";
import type { AgentTools } from "#server/core/tool.ts";
import { conflict, notFound } from "#server/errors.ts";
import { executeIn } from "./executor.ts";
import { loadRunPlan, loadRuns } from "./load-runs.ts";
import { requireUnknownOutcome } from "./require-unknown-outcome.ts";

/** A check, with what its references may read as the run stands, and what its agent may use. */
export type VerifyingCheck = { step: Step; number: number; scope: Scope; tools: AgentTools };

/** The checks that verify a step whose outcome is unknown. */
export async function readVerifyingChecks(
  ctx: Context,
  { runId, stepId }: { runId: string; stepId: string },
): Promise<VerifyingCheck[]> {
  const execute = executeIn(ctx.db);
  const [loaded] = await loadRuns(execute, [runId]);
  if (!loaded) throw notFound("Run", runId);
  const { state, now } = loaded;
  requireUnknownOutcome(state, stepId, {
    cannot: "Cannot look at the outcome of",
    onlySuch: "Only that of a step whose outcome is unknown can be looked at.",
  });

  const plan = await loadRunPlan(execute, state.snapshotId);
  const { steps } = plan.plan;
  const draft = openDraft(plan, state, now, null, null);
  const checks = steps.flatMap((step, index) =>
    step.kind === "check" && step.verifies === stepId
      ? [{ step, number: index + 1, scope: scopeOf(draft, step), tools: state.tools }]
      : [],
  );
  if (checks.length > 0) return checks;
  const index = steps.findIndex(({ id }) => id === stepId);
  const name = stepName(index + 1, steps[index]?.title ?? stepId);
  throw conflict(
    `No check of the plan verifies ${name}, so there is nothing to look with. Look where its effect would show.`,
  );
}
