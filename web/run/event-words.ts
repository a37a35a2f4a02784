import type { RunEvent } from "#server/core/run.ts";
import { raiseSentence } from "./budget-words.ts";

const WORDS: Record<RunEvent["type"], string> = {
  "run-queued": "Run queued",
  "run-started": "Run started",
  "run-paused": "Run paused",
  "run-resumed": "Run resumed",
  "run-completed": "Run completed",
  "run-failed": "Run failed",
  "run-canceled": "Run canceled",
  "attempt-started": "started",
  "tool-called": "called its tool",
  "attempt-failed": "attempt failed",
  "attempt-interrupted": "attempt was interrupted",
  "step-completed": "completed",
  "step-failed": "failed",
  "step-skipped": "was skipped",
  "step-paused": "paused",
  "approval-held": "will ask for approval once fewer are open",
  "approval-requested": "asks for approval",
  "approval-signed": "was approved by one of several people",
  "approval-approved": "was approved",
  "approval-rejected": "was rejected",
  "approval-expired": "approval expired",
  "approval-canceled": "approval was withdrawn",
  "outcome-resolved": "outcome was settled by a person",
  "result-refused": "late result was refused",
  "budget-raised": "Budget raised",
  "budget-given-up": "Budget not raised",
  "child-run-started": "started a run of another agent",
  "child-run-ended": "the other agent's run ended",
};

/** `Step 3 "Send digest" completed`, with the reason that the event carries. */
export function eventSentence(event: RunEvent, stepName: string | null): string {
  if (event.type === "budget-raised") return raiseSentence(event);
  const attempt =
    event.attempt !== null && event.type.startsWith("attempt-") ? `, attempt ${event.attempt}` : "";
  const subject = stepName === null ? "" : `${stepName} `;
  const reason = reasonOf(event);
  const isChanged = event.type === "approval-approved" && (event.data["editedInput"] ?? null) !== null;
  const words = isChanged ? "was approved with a changed input" : WORDS[event.type];
  return `${subject}${words}${attempt}${reason === "" ? "" : `: ${reason}`}`;
}

function reasonOf(event: RunEvent): string {
  for (const field of ["message", "problem", "note", "tool", "reason"]) {
    const value = event.data[field];
    if (typeof value === "string" && value !== "")
      return field === "reason" ? value.replaceAll("_", " ") : value;
  }
  const error = event.data["error"];
  const message =
    typeof error === "object" && error !== null && !Array.isArray(error) ? error["message"] : error;
  return typeof message === "string" ? message : "";
}

export function eventTone(event: RunEvent): "good" | "bad" | "attention" | "plain" {
  if (/completed|approved$/.test(event.type)) return "good";
  if (/failed|rejected|canceled|expired|refused|interrupted/.test(event.type)) return "bad";
  return /paused|requested/.test(event.type) ? "attention" : "plain";
}
