import type { Context } from "#server/context.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { openCalls } from "#server/core/run-rules/open-calls.ts";
import type { RunState } from "#server/core/run-rules/run-state.ts";
import type { RunView } from "#server/core/views.ts";
import { conflict } from "#server/errors.ts";
import { cancelTree, tellCanceled } from "./cancel-tree.ts";
import { executeIn } from "./executor.ts";
import { findOpenCall, openCallConflict } from "./find-open-call.ts";
import { findSuccessor, successorKey } from "./find-successor.ts";
import { readRun } from "./read-run.ts";
import { requireRun } from "./require-run.ts";
import { startRunIn } from "./start-run.ts";

/**
 * Cancels a run and starts one of the agent's current snapshot, or of `snapshotId`, with the same input,
 * which takes over what is still valid. Both happen or neither; a second time gives the same new run.
 */
export async function reseedRun(
  ctx: Context,
  input: { runId: string; snapshotId?: string | undefined; by?: string },
): Promise<RunView> {
  const { runId, snapshotId, by = "A person" } = input;
  await requireRun(ctx, { runId });
  const canceled = await ctx.db.transaction(async (tx) => {
    const open = await findOpenCall(executeIn(tx), runId);
    if (open !== null && !open.isCanceled) throw openCallConflict(open);
    const seen: RunState[] = [];
    const changed = await cancelTree(ctx, tx, { runId, by }, ({ state }) => {
      seen.push(state);
      refuseOpenCalls(state);
    });
    const [state] = seen;
    if (!state) throw new Error(`Run "${runId}" was not read`);
    if (isFinalRunStatus(state.status) && (await findSuccessor(tx, state)) === null) {
      const works = "Start a run that reuses what is done instead.";
      throw conflict(`Cannot cancel run "${runId}": it is ${state.status}. ${works}`, {
        status: state.status,
      });
    }
    await startRunIn(ctx, tx, {
      agentId: state.agentId,
      input: state.input,
      snapshotId,
      reuseFrom: runId,
      idempotencyKey: successorKey(runId),
    });
    return changed;
  });
  await tellCanceled(ctx, canceled);
  return readRun(ctx, { runId });
}

function refuseOpenCalls({ runId, parentRunId, steps, status }: RunState): void {
  if (isFinalRunStatus(status)) return;
  if (parentRunId !== null) {
    throw conflict(
      `Run "${runId}" does the work of a step of run "${parentRunId}". Go on with that one instead.`,
    );
  }
  const [stepId] = openCalls(steps);
  if (stepId !== undefined) throw openCallConflict({ runId, stepId, isCanceled: false });
}
