import type { Context } from "#server/context.ts";
import type { RunReport } from "#server/core/views.ts";
import { readViewedRows, reportOf } from "./read-run-rows.ts";

/** How the run went, or how it stands when it is not over. */
export async function readRunReport(ctx: Context, input: { runId: string }): Promise<RunReport> {
  return reportOf(await readViewedRows(ctx, input.runId));
}
