import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { cleanText, storableJson } from "#server/core/run-rules/storable.ts";
import type { ResolutionFact } from "#server/core/run-rules/fact.ts";
import type { RunView } from "#server/core/views.ts";
import { conflict, invalid, notFound } from "#server/errors.ts";
import { changeRun } from "./change-run.ts";
import { readRun } from "./read-run.ts";

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

  await changeRun(ctx, runId, ({ state }) => {
    const step = state.steps.get(stepId);
    if (!step) throw notFound(`Step of run "${runId}"`, stepId);
    if (step.status !== "paused" || step.reason !== "outcome_unknown") {
      const standing = step.reason === null ? step.status : `${step.status} (${step.reason})`;
      throw conflict(
        `Cannot resolve step "${stepId}": it is ${standing}. Only a step whose outcome is unknown can be resolved.`,
        { status: step.status, reason: step.reason },
      );
    }
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
