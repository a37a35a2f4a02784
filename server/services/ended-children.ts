import type { RunStatus } from "#server/core/run.ts";
import { type RunState, awaitsChild } from "#server/core/run-rules/run-state.ts";
import type { Execute } from "./executor.ts";

const ENDED = "select id, status from runs where id = any($1::text[]) and ended_at is not null";

/** The runs with how those ended that their steps wait for. Read later than they were, as an end is never undone. */
export async function withEndedChildren<Loaded extends { state: RunState }>(
  execute: Execute,
  loaded: Loaded[],
): Promise<Loaded[]> {
  const ids = loaded.flatMap(({ state }) => childrenOf(state));
  if (ids.length === 0) return loaded;
  const rows = await execute(ENDED, [ids]);
  // The column is that of the statement above.
  const ended = new Map(rows.map((row) => [String(row["id"]), row["status"] as RunStatus]));
  return loaded.map((run) => ({ ...run, state: { ...run.state, endedChildren: endedOf(run.state, ended) } }));
}

function childrenOf({ steps }: RunState): string[] {
  return [...steps.values()].flatMap((step) =>
    awaitsChild(step) && step.childRunId !== null ? [step.childRunId] : [],
  );
}

function endedOf(state: RunState, ended: ReadonlyMap<string, RunStatus>): Map<string, RunStatus> {
  return new Map(
    childrenOf(state).flatMap((runId) => {
      const status = ended.get(runId);
      return status === undefined ? [] : [[runId, status] as const];
    }),
  );
}
