import type { RunView } from "#server/core/views.ts";
import { useAgent, useSnapshot } from "#web/queries.ts";
import type { PlanVersion } from "./again-dialog.tsx";

/** The newest saved version of the agent's plan, if that is newer than what the run walks. */
export function useNewerVersion(run: RunView): PlanVersion | null {
  const snapshotId = useAgent(run.agentId).data?.snapshotId ?? undefined;
  const version = useSnapshot(snapshotId).data?.version ?? 0;
  return snapshotId === undefined || version <= run.snapshotVersion ? null : { snapshotId, version };
}
