import type { Json } from "./json.ts";
import { type OnError, type Plan, stepName } from "./plan.ts";
import type { RunError, RunStatus, StepReason, StepStatus } from "./run.ts";
import type { RunReport } from "./views.ts";
import { counted } from "./counted.ts";

/** What a report needs to know of a step. */
export type ReportedStep = {
  status: StepStatus;
  reason: StepReason | null;
  causeStepId: string | null;
  output: Json | null;
  error: RunError | null;
  /** Whether a cancel ended it in, or after, a call of which nobody knows whether it had its effect. */
  isUncertain: boolean;
  /** One per failed try, oldest first. */
  failures: readonly { attempt: number; message: string }[];
};

export type ReportedRun = {
  snapshotId: string;
  plan: Plan;
  status: RunStatus;
  steps: ReadonlyMap<string, ReportedStep>;
  /** Ids in the order in which the steps settled. */
  settled: readonly string[];
};

// British lists have no comma before "and".
const LIST = new Intl.ListFormat("en-GB");

type Row = ReportedStep & { id: string; name: string; onError: OnError | undefined };

/** How a run went, in the order in which its steps settled; steps that are open come last. */
export function runReport(run: ReportedRun): RunReport {
  const rows = rowsOf(run);
  const places = new Map(run.settled.map((stepId, place) => [stepId, place]));
  const placeOf = ({ id }: Row) => places.get(id) ?? places.size;
  const settled = rows.toSorted((a, b) => placeOf(a) - placeOf(b));
  return {
    plan_id: run.snapshotId,
    completed: run.status === "completed",
    failed_step: settled.find(hasFailedTheRun)?.id ?? null,
    summary: summaryOf(run.status, rows, settled),
    steps: settled.map(({ id, status, output, error }) => ({
      step_id: id,
      status,
      output,
      error: error?.message ?? null,
    })),
  };
}

/** The run's steps in the plan's order. */
function rowsOf({ plan, steps }: ReportedRun): Row[] {
  return plan.steps.flatMap(({ id, title, onError }, index) => {
    const step = steps.get(id);
    return step ? [{ ...step, id, name: stepName(index + 1, title), onError }] : [];
  });
}

function hasFailedTheRun({ status, onError }: Row): boolean {
  return status === "failed" && onError !== "continue";
}

function summaryOf(status: RunStatus, rows: readonly Row[], settled: readonly Row[]): string {
  const counts = countText(rows);
  switch (status) {
    case "queued":
      return "The run waits for a worker.";
    case "running":
      return `The run is under way: ${counts}.`;
    case "paused":
      return [`The run is paused: ${pausesOf(rows).join("; ")}.`, ...failuresOf(rows, settled)].join(" ");
    case "canceled":
      return [
        `The run was canceled: ${counts}.`,
        ...uncertainOf(rows),
        ...failuresOf(rows, settled),
        ...toleratedOf(settled),
      ].join(" ");
    case "completed":
      return [`The run completed: ${counts}.`, ...nothingDone(rows), ...toleratedOf(settled)].join(" ");
    case "failed":
      return [`The run failed: ${counts}.`, ...failuresOf(rows, settled), ...toleratedOf(settled)].join(" ");
  }
}

function countText(rows: readonly Row[]): string {
  const parts = (["completed", "failed", "skipped", "paused", "running", "pending"] as const)
    .map((status) => ({ status, number: rows.filter((row) => row.status === status).length }))
    .filter(({ number }) => number > 0)
    .map(({ status, number }) => `${number} ${status}`);
  return `of ${counted(rows.length, "step")} ${parts.join(", ")}`;
}

function failuresOf(rows: readonly Row[], settled: readonly Row[]): string[] {
  return settled.filter(hasFailedTheRun).map((row) => {
    const skipped = rows.filter((other) => other.status === "skipped" && other.causeStepId === row.id);
    const because = skipped.length > 0 ? ` Skipped because of it: ${namesText(skipped)}.` : "";
    return `${row.name} failed (${reasonText(row.reason)}). ${whyText(row)}${because}`;
  });
}

function whyText({ error, failures }: Row): string {
  const last = sentence(error?.message ?? "No error was given.");
  const messages = failures.map(({ message }) => sentence(message));
  if (messages.length < 2) return last;
  if (messages.every((message) => message === last)) {
    return `Each of its ${messages.length} attempts: ${last}`;
  }
  const tries = failures.map(({ attempt, message }) => `attempt ${attempt}: ${sentence(message)}`);
  return `${last} The tries: ${tries.join(" ")}`;
}

/** Failures that the plan allows, with what went wrong. */
function toleratedOf(settled: readonly Row[]): string[] {
  return settled
    .filter((row) => (row.status === "failed" && !hasFailedTheRun(row)) || row.reason === "on_error")
    .map((row) => {
      const then = row.status === "failed" ? "the run went on" : "it was skipped";
      return `${row.name} failed, and ${then}, as the plan says. ${whyText(row)}`;
    });
}

function uncertainOf(rows: readonly Row[]): string[] {
  const uncertain = rows.filter(({ isUncertain }) => isUncertain);
  if (uncertain.length === 0) return [];
  const calls = uncertain.length === 1 ? "the call of" : "the calls of";
  return [
    `Nobody knows whether ${calls} ${namesText(uncertain)} had an effect: look before it is made again.`,
  ];
}

function nothingDone(rows: readonly Row[]): string[] {
  return rows.some(({ status }) => status === "completed" || status === "failed")
    ? []
    : ["Nothing was done."];
}

function pausesOf(rows: readonly Row[]): string[] {
  return rows
    .filter(({ status }) => status === "paused")
    .map((row) => `${lowerName(row)} ${pauseText(row.reason)}`);
}

function pauseText(reason: StepReason | null): string {
  switch (reason) {
    case "approval":
      return "waits for an approval";
    case "wait":
      return "waits for its time";
    case "check":
      return "waits for its check to hold";
    case "budget":
      return "waits because the run's budget is used up";
    default:
      return "waits for somebody to say whether its call happened";
  }
}

function reasonText(reason: StepReason | null): string {
  switch (reason) {
    case "attempts_exhausted":
      return "no attempts left";
    case "approval_expired":
      return "the approval expired";
    case "check_failed":
      return "the check failed";
    case "budget":
      return "the budget is used up";
    default:
      return "another attempt cannot help";
  }
}

function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function lowerName({ name }: Row): string {
  return name.replace("S", "s");
}

function namesText(rows: readonly Row[]): string {
  return LIST.format(rows.map(lowerName));
}
