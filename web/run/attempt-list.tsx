import type { RunStepView } from "#server/core/views.ts";
import { durationText, secondsBetween } from "#web/durations.ts";
import { JsonView } from "#web/ui/json-view.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import type { Tone } from "#web/step-state.ts";
import styles from "./attempt-list.module.css";
import { usageText } from "./usage-text.ts";

const TONES: Record<RunStepView["attempts"][number]["status"], Tone> = {
  running: "running",
  paused: "attention",
  completed: "completed",
  failed: "failed",
  interrupted: "retrying",
};

/** Every try at a step, with what the next one was told. */
export function AttemptList({ step }: { step: RunStepView }) {
  if (step.attempts.length === 0) return <p className={styles["empty"]}>This step has not been tried.</p>;
  return (
    <ol className={styles["attempts"]}>
      {step.attempts.map((attempt) => (
        <li key={attempt.attempt}>
          <h4>
            <ToneIcon tone={TONES[attempt.status]} />
            Attempt {attempt.attempt} of {step.maxAttempts}, {attempt.status}
            <span>
              {attempt.endedAt ? durationText(secondsBetween(attempt.startedAt, attempt.endedAt)) : "running"}
              {attempt.usage ? `, ${usageText(attempt.usage)}` : ""}
            </span>
          </h4>
          {attempt.error && <p className={styles["error"]}>{attempt.error.message}</p>}
          {attempt.correction && (
            <dl className={styles["correction"]}>
              <dt>What was wrong</dt>
              <dd>{attempt.correction.problem}</dd>
              <dt>What the next attempt is told to change</dt>
              <dd>{attempt.correction.whatToChange}</dd>
            </dl>
          )}
          {attempt.input !== null && (
            <details>
              <summary>Input</summary>
              <JsonView value={attempt.input} label={`input of attempt ${attempt.attempt}`} />
            </details>
          )}
          {attempt.output !== null && (
            <details>
              <summary>Output</summary>
              <JsonView value={attempt.output} label={`output of attempt ${attempt.attempt}`} />
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
