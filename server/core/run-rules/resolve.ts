import { type Draft, note, setAttempt, setStep, stepOf } from "./draft.ts";
import type { ResolutionFact } from "./fact.ts";
import { completeStep, failStep } from "./settle.ts";
import { cleanText } from "./storable.ts";

/** What a person says about a call whose effect nobody knows. */
export function resolveOutcome(draft: Draft, fact: ResolutionFact): void {
  const { stepId, outcome } = fact;
  const step = stepOf(draft, stepId);
  if (step.status !== "paused" || step.reason !== "outcome_unknown") return;

  const attempt = step.attempt + 1;
  const error = outcome === "fail" ? failureOf(fact) : undefined;
  note(draft, "outcome-resolved", stepId, { outcome, note: fact.note, by: fact.by, error }, { attempt });
  switch (outcome) {
    case "happened":
      setStep(draft, stepId, { attempt });
      setAttempt(draft, stepId, { status: "completed", input: step.input, output: fact.output });
      completeStep(draft, stepId, { output: fact.output, data: { resolvedBy: fact.by } });
      break;
    case "did_not_happen":
      setStep(draft, stepId, { status: "pending", reason: null, dueAt: null });
      break;
    case "fail": {
      const failure = failureOf(fact);
      setStep(draft, stepId, { attempt });
      setAttempt(draft, stepId, { status: "failed", error: failure });
      failStep(draft, stepId, "not_retryable", failure);
      break;
    }
  }
}

function failureOf({ by, note: said }: ResolutionFact): { message: string } {
  const why = said === null ? "" : `: ${said}`;
  return { message: cleanText(`${by} settled the unknown outcome as failed${why}`) };
}
