import { isObject, type Json } from "#server/core/json.ts";
import type { RunEvent } from "#server/core/run.ts";
import { raiseSentence } from "./budget-words.ts";

type StepNames = ReadonlyMap<string, string>;

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

const ENDED: Record<string, string> = {
  completed: "the other agent's run completed",
  failed: "the other agent's run failed",
  canceled: "the other agent's run was canceled",
  late: "the other agent's run did not end in time",
};

/** `Step 3 “Send digest” completed`, with the reason that the event carries. */
export function eventSentence(event: RunEvent, names: StepNames, isResumed = false): string {
  if (event.type === "budget-raised") return raiseSentence(event);
  const stepName = event.stepId === null ? null : (names.get(event.stepId) ?? event.stepId);
  const attempt =
    event.attempt !== null && event.type.startsWith("attempt-") ? `, attempt ${event.attempt}` : "";
  const subject = stepName === null ? "" : `${stepName} `;
  const reason = [reasonOf(event, names), cutWords(event)].filter((words) => words !== "").join(" · ");
  const words = isResumed ? "went on" : wordsOf(event);
  return `${subject}${words}${attempt}${reason === "" ? "" : `: ${reason}`}`;
}

/** Numbers of the starts that go on with an attempt that had started before. */
export function resumedStarts(events: readonly RunEvent[]): ReadonlySet<number> {
  const started = new Set<string>();
  const resumed = new Set<number>();
  for (const { type, stepId, attempt, seq } of events) {
    if (type !== "attempt-started") continue;
    const key = `${stepId} ${attempt}`;
    if (started.has(key)) resumed.add(seq);
    started.add(key);
  }
  return resumed;
}

function wordsOf({ type, data }: RunEvent): string {
  if (type === "approval-approved" && (data["editedInput"] ?? null) !== null) {
    return "was approved with a changed input";
  }
  if (type === "step-completed" && data["reason"] === "reused") return "was taken over from an earlier run";
  const { status } = data;
  if (type === "child-run-ended" && typeof status === "string") return ENDED[status] ?? WORDS[type];
  return WORDS[type];
}

function reasonOf(event: RunEvent, names: StepNames): string {
  for (const field of ["message", "problem", "note", "tool"]) {
    const value = event.data[field];
    if (typeof value === "string" && value !== "") return value;
  }
  const { reason, causeStepId, error } = event.data;
  if (typeof reason === "string" && reason !== "" && reason !== "reused") {
    return reasonWords(
      reason,
      typeof causeStepId === "string" ? (names.get(causeStepId) ?? causeStepId) : null,
    );
  }
  const message =
    typeof error === "object" && error !== null && !Array.isArray(error) ? error["message"] : error;
  return typeof message === "string" ? message : "";
}

/** What a model did not see all of; empty when it saw everything. */
function cutWords({ data }: RunEvent): string {
  const { cuts } = data;
  if (!Array.isArray(cuts)) return "";
  return cuts
    .map((cut) => cutSentence(cut))
    .filter((words) => words !== "")
    .join(" · ");
}

function cutSentence(cut: Json): string {
  if (!isObject(cut)) return "";
  const { prompt, label, kept, of } = cut;
  if (typeof kept !== "number" || typeof of !== "number") return "";
  const reader = prompt === "judge" ? "whoever judged it" : "the model";
  return `${reader} saw the first ${kept.toLocaleString("en")} of ${of.toLocaleString("en")} characters of ${label}`;
}

function reasonWords(reason: string, cause: string | null): string {
  if (cause === null) return reason.replaceAll("_", " ");
  return reason === "stopped" ? `${cause} failed, which stops the run` : `${cause} failed`;
}

export function eventTone(event: RunEvent): "good" | "bad" | "attention" | "plain" {
  if (/completed|approved$/.test(event.type)) return "good";
  if (/failed|rejected|canceled|expired|refused|interrupted/.test(event.type)) return "bad";
  return /paused|requested/.test(event.type) ? "attention" : "plain";
}
