import { isFinalRunStatus } from "#server/core/run.ts";
import type { AgentView } from "#server/core/views.ts";
import { timeAgo } from "#web/durations.ts";
import { pauseState } from "#web/pause-state.ts";
import { runState, type StateWords } from "#web/step-state.ts";

/** One line and one icon for an agent: what waits for a person first, then its last run, then its draft. */
export function agentWords(agent: AgentView, now: number): StateWords {
  const { pendingApprovals, lastRun, draft, savedRevision } = agent;
  if (pendingApprovals > 0) return { tone: "attention", label: "Waiting for you" };
  if (lastRun && !isFinalRunStatus(lastRun.status)) {
    const waits = lastRun.pause && pauseState(lastRun.pause);
    const isTold = lastRun.status === "paused" || waits?.tone === "attention";
    return waits && isTold ? waits : runState(lastRun.status);
  }
  if (draft && draft.revision !== savedRevision)
    return { tone: "pending", label: `Draft r${draft.revision}, not saved` };
  if (lastRun) {
    const { tone, label } = runState(lastRun.status);
    return { tone, label: `${label} ${timeAgo(lastRun.endedAt ?? lastRun.createdAt, now)}` };
  }
  if (savedRevision !== null) return { tone: "completed", label: `Saved r${savedRevision}, not run yet` };
  return { tone: "pending", label: "No plan yet" };
}
