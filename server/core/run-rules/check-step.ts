import type { AttemptResult } from "#server/core/attempt.ts";
import { shortened } from "#server/core/characters.ts";
import { counted } from "#server/core/counted.ts";
import type { Json } from "#server/core/json.ts";
import { type Draft, note, setAttempt, setStep, startOf, stepOf } from "./draft.ts";
import { planStep } from "./run-plan.ts";
import { failStep } from "./settle.ts";
import { cleanText, storableTime } from "./storable.ts";

/** Whether the fault may pass, of a check: it looks again until its window closes. */
export function isLostLook(
  draft: Draft,
  stepId: string,
  { retry }: Extract<AttemptResult, { type: "failed" }>,
): boolean {
  const { kind, check } = planStep(draft.plan, stepId);
  return kind === "check" && check !== undefined && retry === "temporary";
}

/** A look is no attempt. The window is counted from the first look. */
export function waitForCheck(
  draft: Draft,
  stepId: string,
  { input, observation }: { input: Json | null; observation: Json },
  retryAfterMs = 0,
): void {
  const step = stepOf(draft, stepId);
  const { check } = planStep(draft.plan, stepId);
  setAttempt(draft, stepId, { status: "paused", input, output: observation });
  if (!check) {
    const message = 'The step looks for nothing: its "check" is missing.';
    setStep(draft, stepId, { input });
    failStep(draft, stepId, "check_failed", { message }, { input, observation });
    return;
  }
  const endsAt = startOf(draft, stepId) + check.withinSeconds * 1_000;
  if (draft.now >= endsAt) {
    const seen = shortened(JSON.stringify(observation), 500);
    const window = counted(check.withinSeconds, "second");
    const expected = `${check.path} ${check.op} ${JSON.stringify(check.value)}`;
    const message = cleanText(
      `The check ${expected} did not hold within ${window}. The last observation was ${seen}.`,
    );
    setStep(draft, stepId, { input });
    failStep(draft, stepId, "check_failed", { message }, { input, observation });
    return;
  }
  const dueAt = storableTime(
    Math.min(draft.now + Math.max(check.everySeconds * 1_000, retryAfterMs), endsAt),
  );
  note(draft, "step-paused", stepId, { reason: "check", dueAt, input, observation });
  setStep(draft, stepId, {
    status: "paused",
    reason: "check",
    attempt: step.attempt - 1,
    // Workers that were lost at earlier looks say nothing of the next one.
    interruptions: 0,
    leaseOwner: null,
    leaseUntil: null,
    dueAt,
    input,
  });
}
