import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
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

  await changeRun(ctx, runId, ({ state }) => {
    requireUnknownOutcome(state, stepId, {
      cannot: "Cannot resolve",
      onlySuch: "Only a step whose outcome is unknown can be resolved.",
    });
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
