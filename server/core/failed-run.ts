import { shortened } from "./characters.ts";
import type { StepReason } from "./run.ts";
import type { RunStepView, RunView } from "./views.ts";

/** Why a run failed, for whoever proposes a correction. What tools, models and people said is cut. */
export type FailedRun = {
  runId: string;
  summary: string;
  /** The step that broke it; null when the run does not name one. */
  step: FailedStep | null;
};

export type FailedStep = {
  id: string;
  number: number;
  title: string;
  reason: StepReason | null;
  error: string;
  /** What a person wrote who rejected its last input; null when nobody did. */
  rejection: string | null;
  /** What each try was told to change, oldest first. */
  tries: { attempt: number; error: string; whatToChange: string }[];
};

const MAX_WORDS = 600;

export function failedRunOf(run: RunView): FailedRun | null {
  if (run.status !== "failed" || run.report === null) return null;
  const step = run.steps.find(({ stepId }) => stepId === run.report?.failed_step);
  return {
    runId: run.runId,
    summary: shortened(run.report.summary, MAX_WORDS),
    step: step === undefined ? null : failedStepOf(step),
  };
}

function failedStepOf(step: RunStepView): FailedStep {
  const isRejected = step.approval?.status === "rejected";
  return {
    id: step.stepId,
    number: step.number,
    title: step.title,
    reason: step.reason,
    error: shortened(step.error?.message ?? "", MAX_WORDS),
    rejection: isRejected ? (step.approval?.note ?? "") : null,
    tries: step.attempts.flatMap(({ attempt, status, error, correction }) =>
      status === "failed"
        ? [
            {
              attempt,
              error: shortened(error?.message ?? "", MAX_WORDS),
              whatToChange: shortened(correction?.whatToChange ?? "", MAX_WORDS),
            },
          ]
        : [],
    ),
  };
}
