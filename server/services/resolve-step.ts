import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { resolvedOutputProblems } from "#server/core/run-rules/resolved-output.ts";
import type { RunPlan } from "#server/core/run-rules/run-plan.ts";
import { cleanText, storableJson } from "#server/core/run-rules/storable.ts";
import type { ResolutionFact } from "#server/core/run-rules/fact.ts";
import type { RunView } from "#server/core/views.ts";
import { invalid } from "#server/errors.ts";
import { changeRun } from "./change-run.ts";
import { readRun } from "./read-run.ts";
import { requireUnknownOutcome } from "./require-unknown-outcome.ts";

/** What a person knows of a call that nobody saw the end of. */
export async function resolveStep(
  ctx: Context,
  input: {
    runId: string;
    stepId: string;
    outcome: ResolutionFact["outcome"];
    note?: string | undefined;
    output?: Json | undefined;
    by?: string | undefined;
  },
): Promise<RunView> {
  const { runId, stepId, outcome } = input;
  if (input.output !== undefined && outcome !== "happened") {
    throw invalid(`An output belongs to the outcome "happened", not to "${outcome}".`);
  }
  const stored = storableJson(input.output ?? null);
  if (!stored.ok) throw invalid(`The output cannot be stored: ${stored.problem}.`);

  await changeRun(ctx, runId, ({ state, plan }) => {
    requireUnknownOutcome(state, stepId, {
      cannot: "Cannot resolve",
      onlySuch: "Only a step whose outcome is unknown can be resolved.",
    });
    if (outcome === "happened") refuseUnfitOutput(plan, stepId, input.output);
    return [
      {
        type: "outcome-resolved",
        stepId,
        outcome,
        note: input.note === undefined ? null : cleanText(input.note),
        output: input.output ?? null,
        by: input.by ?? "A person",
      },
    ];
  });
  return readRun(ctx, { runId });
}

// What the step could not give itself, nobody gives in its place: its dependents would fail for good.
function refuseUnfitOutput(plan: RunPlan, stepId: string, output: Json | undefined): void {
  const issues = resolvedOutputProblems(plan, stepId, output ?? null);
  if (issues.length === 0) return;
  const lacks = output === undefined ? "needs an output to count as completed" : "cannot have this output";
  const problems = issues.map(({ message }) => message).join(" ");
  throw invalid(`Step "${stepId}" ${lacks}: ${problems}`, issues);
}
