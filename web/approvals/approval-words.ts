import type { Correction } from "#server/core/run.ts";
import type { ApprovalView, RunStepView } from "#server/core/views.ts";

/** Whether two texts say the same to a reader: letter case, quotes and end marks do not count. */
export function saysTheSame(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(text: string): string {
  return text
    .trim()
    .replace(/^the result of:/i, "")
    .replaceAll(/[`"“”]/g, "")
    .replace(/[.!。\s]+$/, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .toLowerCase();
}

/** What was wrong and what to change, without saying one thing twice. */
export function correctionText({ problem, whatToChange }: Correction): string {
  const words = plain(whatToChange);
  return words === "" || plain(problem).includes(words) ? problem : `${problem} ${whatToChange}`;
}

/** What of an answer is written and waits to be sent. */
export function unsentText({ hasNote, isChanged }: { hasNote: boolean; isChanged: boolean }): string | null {
  const parts = [isChanged ? "your change of the input" : [], hasNote ? "your note" : []].flat();
  return parts.length === 0 ? null : `Not sent yet: ${parts.join(" and ")}.`;
}

/** What a decision was, and what has come of it so far; without the step, that is still to be read. */
export function decisionText(approval: ApprovalView, step: RunStepView | undefined): string {
  const after = step === undefined ? "The run is being looked at…" : afterText(step, approval);
  switch (approval.status) {
    case "waiting":
      return "This waits until fewer approvals are open.";
    case "pending":
      return "This waits for you.";
    case "approved":
      return `${approval.editedInput === null ? "Approved." : "Approved with a changed input."} ${after}`.trim();
    case "rejected":
      return `Rejected. ${after}`.trim();
    case "expired":
      return "Nobody decided in time, so the step failed.";
    case "canceled":
      return "Withdrawn: the run ended before anybody decided.";
  }
}

function afterText(step: RunStepView, approval: ApprovalView): string {
  const asksAgain = step.approval?.status === "pending" && step.approval.approvalId !== approval.approvalId;
  if (asksAgain) return "The step was tried again and asks once more.";
  const isTriedAgain = approval.status === "rejected";
  switch (step.status) {
    case "pending":
    case "running":
      return isTriedAgain ? "The step is being tried again…" : "The step is being carried out…";
    case "paused":
      return step.reason === "outcome_unknown"
        ? "Nobody knows whether the step had its effect; the run asks you."
        : "The step waits.";
    case "completed":
      return "The step is completed.";
    case "failed":
      return `The step has failed: ${step.error?.message ?? "its last attempt did not hold."}`;
    case "skipped":
      return "The step was skipped.";
  }
}
