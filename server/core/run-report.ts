import type { Json } from "./json.ts";
import { type Plan, type Step, stepName } from "./plan.ts";
import type { RunError, RunStatus, StepReason, StepStatus } from "./run.ts";
import type { RunReport } from "./views.ts";

/** What a report needs to know of a step. */
export type ReportedStep = {
  status: StepStatus;
  reason: StepReason | null;
  causeStepId: string | null;
  output: Json | null;
  error: RunError | null;
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

/** How a run went, in the order in which its steps settled; steps that are open come last. */
export function runReport(run: ReportedRun): RunReport {
  const settled = new Set(run.settled);
  const open = run.plan.steps.map((step) => step.id).filter((stepId) => !settled.has(stepId));
  return {
    plan_id: run.snapshotId,
    completed: run.status === "completed",
    failed_step: failedStep(run)?.id ?? null,
    summary: summaryOf(run),
    steps: [...settled, ...open].flatMap((stepId) => {
      const step = run.steps.get(stepId);
      if (!step) return [];
      return [
        { step_id: stepId, status: step.status, output: step.output, error: step.error?.message ?? null },
      ];
    }),
  };
}

/** The failure that failed the run: the first to settle that `onError` does not tolerate. */
function failedStep(run: ReportedRun): Step | undefined {
  const id = run.settled.find(
    (stepId) => run.steps.get(stepId)?.status === "failed" && stepOf(run, stepId)?.onError !== "continue",
  );
  return id === undefined ? undefined : stepOf(run, id);
}

function summaryOf(run: ReportedRun): string {
  const counts = countText(run);
  switch (run.status) {
    case "queued":
      return "The run waits for a worker.";
    case "running":
      return `The run is under way: ${counts}.`;
    case "paused":
      return `The run is paused: ${pausesOf(run).join("; ")}.`;
    case "canceled":
      return `The run was canceled: ${counts}.`;
    case "completed":
      return `The run completed: ${counts}.${toleratedText(run)}`;
    case "failed":
      return `The run failed: ${counts}. ${failuresOf(run).join(" ")}${toleratedText(run)}`;
  }
}

function countText({ plan, steps }: ReportedRun): string {
  const count = (status: StepStatus) => [...steps.values()].filter((step) => step.status === status).length;
  const parts = (["completed", "failed", "skipped", "paused", "running", "pending"] as const)
    .map((status) => ({ status, number: count(status) }))
    .filter(({ number }) => number > 0)
    .map(({ status, number }) => `${number} ${status}`);
  return `of ${plan.steps.length} ${plan.steps.length === 1 ? "step" : "steps"} ${parts.join(", ")}`;
}

function failuresOf(run: ReportedRun): string[] {
  return run.settled.flatMap((stepId) => {
    const step = run.steps.get(stepId);
    if (step?.status !== "failed" || stepOf(run, stepId)?.onError === "continue") return [];
    const victims = [...run.steps].filter(
      ([, other]) => other.status === "skipped" && other.causeStepId === stepId,
    );
    const skipped = victims.map(([id]) => lowerName(run, id));
    const because = skipped.length > 0 ? ` Skipped because of it: ${listText(skipped)}.` : "";
    return [`${nameOf(run, stepId)} failed (${reasonText(step.reason)}). ${whyText(step)}${because}`];
  });
}

function whyText(step: ReportedStep): string {
  const last = sentence(errorText(step));
  const messages = step.failures.map(({ message }) => sentence(message));
  if (messages.length < 2) return last;
  if (messages.every((message) => message === last)) {
    return `Each of its ${messages.length} attempts: ${last}`;
  }
  const tries = step.failures.map(({ attempt, message }) => `attempt ${attempt}: ${sentence(message)}`);
  return `${last} The tries: ${tries.join(" ")}`;
}

function toleratedText(run: ReportedRun): string {
  const tolerated = run.settled.filter(
    (stepId) => run.steps.get(stepId)?.status === "failed" && stepOf(run, stepId)?.onError === "continue",
  );
  if (tolerated.length === 0) return "";
  return ` Failed and tolerated: ${listText(tolerated.map((stepId) => lowerName(run, stepId)))}.`;
}

function pausesOf(run: ReportedRun): string[] {
  return run.plan.steps.flatMap(({ id }) => {
    const step = run.steps.get(id);
    return step?.status === "paused" ? [`${lowerName(run, id)} ${pauseText(step.reason)}`] : [];
  });
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

function errorText(step: ReportedStep): string {
  return step.error?.message ?? "No error was given.";
}

function sentence(text: string): string {
  return /[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

function stepOf(run: ReportedRun, stepId: string): Step | undefined {
  return run.plan.steps.find((step) => step.id === stepId);
}

function nameOf(run: ReportedRun, stepId: string): string {
  const index = run.plan.steps.findIndex((step) => step.id === stepId);
  return stepName(index + 1, run.plan.steps[index]?.title ?? stepId);
}

function lowerName(run: ReportedRun, stepId: string): string {
  return nameOf(run, stepId).replace(/^S/, "s");
}

function listText(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
