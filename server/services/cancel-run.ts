import type { Context } from "#server/context.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import type { RunView } from "#server/core/views.ts";
import { conflict } from "#server/errors.ts";
import { changeRun } from "./change-run.ts";
import { notifyCanceled } from "./notify-runs.ts";
import { readRun } from "./read-run.ts";

/** Ends a run now. Tries under way are told to stop, and their results are refused. */
export async function cancelRun(ctx: Context, input: { runId: string; by?: string }): Promise<RunView> {
  await changeRun(ctx, input.runId, ({ state }) => {
    if (isFinalRunStatus(state.status)) {
      throw conflict(`Cannot cancel run "${input.runId}": it is ${state.status}.`, { status: state.status });
    }
    return [{ type: "canceled", by: input.by ?? "A person" }];
  });
  await notifyCanceled(ctx, input.runId);
  return readRun(ctx, input);
}
