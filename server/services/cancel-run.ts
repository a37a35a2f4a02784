import type { Context } from "#server/context.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import type { RunView } from "#server/core/views.ts";
import { conflict } from "#server/errors.ts";
import { cancelTree, tellCanceled } from "./cancel-tree.ts";
import { readRun } from "./read-run.ts";

/** Ends a run now, with the runs of other agents that it started. Results of tries under way are refused. */
export async function cancelRun(ctx: Context, input: { runId: string; by?: string }): Promise<RunView> {
  const { runId, by = "A person" } = input;
  const canceled = await ctx.db.transaction((tx) =>
    cancelTree(ctx, tx, { runId, by }, ({ state }) => {
      if (!isFinalRunStatus(state.status)) return;
      throw conflict(`Cannot cancel run "${runId}": it is ${state.status}.`, { status: state.status });
    }),
  );
  await tellCanceled(ctx, canceled);
  return readRun(ctx, { runId });
}
