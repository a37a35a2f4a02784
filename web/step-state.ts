import type { RunStatus, StepReason, StepStatus } from "#server/core/run.ts";

/** How a step or run looks: one silhouette and colour per tone, never colour alone. */
export type Tone =
  | "completed"
  | "failed"
  | "running"
  | "attention"
  | "retrying"
  | "waiting"
  | "pending"
  | "skipped"
  | "canceled";

export type StateWords = { tone: Tone; label: string };

const PAUSED: Partial<Record<StepReason, StateWords>> = {
  approval: { tone: "attention", label: "Waiting for approval" },
  outcome_unknown: { tone: "attention", label: "Outcome unknown" },
  budget: { tone: "attention", label: "Budget used up" },
  check: { tone: "waiting", label: "Checking again later" },
  wait: { tone: "waiting", label: "Waiting until its time" },
};

const SKIPPED: Partial<Record<StepReason, string>> = {
  condition: "Skipped: its condition does not hold",
  upstream_failed: "Skipped: a step before it failed",
  on_error: "Skipped after failing",
  precondition: "Skipped: its precondition does not hold",
  stopped: "Skipped: the run was stopped",
  canceled: "Skipped: the run was canceled",
};

const FAILED: Partial<Record<StepReason, string>> = {
  attempts_exhausted: "Failed after its last attempt",
  not_retryable: "Failed: no other attempt can help",
  approval_expired: "Failed: the approval expired",
  check_failed: "Failed: the check did not hold in time",
  budget: "Failed: the budget is used up",
};

export function stepState(step: {
  status: StepStatus;
  reason: StepReason | null;
  attempts?: number;
}): StateWords {
  const { status, reason } = step;
  const attempts = step.attempts ?? 0;
  switch (status) {
    case "pending":
      return attempts > 0
        ? { tone: "retrying", label: `Waiting for attempt ${attempts + 1}` }
        : { tone: "pending", label: "Not started" };
    case "running":
      return attempts > 1
        ? { tone: "retrying", label: `Running, attempt ${attempts}` }
        : { tone: "running", label: "Running" };
    case "paused":
      return (reason && PAUSED[reason]) ?? { tone: "waiting", label: "Paused" };
    case "completed":
      return { tone: "completed", label: reason === "reused" ? "Completed, reused" : "Completed" };
    case "failed":
      return { tone: "failed", label: (reason && FAILED[reason]) ?? "Failed" };
    case "skipped":
      return { tone: "skipped", label: (reason && SKIPPED[reason]) ?? "Skipped" };
  }
}

const RUN_STATES: Record<RunStatus, StateWords> = {
  queued: { tone: "pending", label: "Queued" },
  running: { tone: "running", label: "Running" },
  paused: { tone: "attention", label: "Paused" },
  completed: { tone: "completed", label: "Completed" },
  failed: { tone: "failed", label: "Failed" },
  canceled: { tone: "canceled", label: "Canceled" },
};

export function runState(status: RunStatus): StateWords {
  return RUN_STATES[status];
}
