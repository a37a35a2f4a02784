import type { RunPause, RunSummary } from "#server/core/views.ts";
import { dateText } from "./durations.ts";
import { runState, type StateWords } from "./step-state.ts";

/** What is waited for: what needs a person first, in order of weight; otherwise a time. */
export function pauseState({ reasons, dueAt }: RunPause): StateWords {
  if (reasons.includes("outcome_unknown")) return { tone: "attention", label: "Outcome unknown" };
  if (reasons.includes("budget")) return { tone: "attention", label: "Needs more budget" };
  if (reasons.includes("approval")) return { tone: "attention", label: "Waiting for approval" };
  return { tone: "waiting", label: dueAt === null ? "Paused" : `Waiting until ${clockOrDate(dueAt)}` };
}

/** A run's state in words; of a paused one what it waits for, of a canceled one what nobody knows. */
export function runWords({
  status,
  pause,
  uncertainSteps,
}: Pick<RunSummary, "status" | "pause" | "uncertainSteps">): StateWords {
  if (status === "paused" && pause !== null) return pauseState(pause);
  if (uncertainSteps.length > 0) return { tone: "attention", label: "Canceled, outcome unknown" };
  return runState(status);
}

function clockOrDate(at: string): string {
  const time = new Date(at);
  if (time.toDateString() !== new Date().toDateString()) return dateText(at);
  return time.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", hour12: false });
}
