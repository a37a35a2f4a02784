import { isFinalRunStatus } from "#server/core/run.ts";
import type { RunChange } from "./run-change.ts";

/** Whether this change brings its run to its end. A late result is still refused after that, in a change of its own. */
export function endsRun({ status, log }: Pick<RunChange, "status" | "log">): boolean {
  return isFinalRunStatus(status) && log.some(({ type }) => type === `run-${status}`);
}
