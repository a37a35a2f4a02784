import type { Correction } from "#server/core/run.ts";
import type { RunStepView } from "#server/core/views.ts";
import { durationText, secondsBetween } from "#web/durations.ts";
import { JsonView } from "#web/ui/json-view.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import type { Tone } from "#web/step-state.ts";
import { ArtifactDownloads } from "./artifact-downloads.tsx";
import styles from "./attempt-list.module.css";
import { usageText } from "./usage-text.ts";

const TONES: Record<RunStepView["attempts"][number]["status"], Tone> = {
  running: "running",
  paused: "attention",
  completed: "completed",
  failed: "failed",
  interrupted: "retrying",
};

type CorrectionFactsProps = { correction: Correction; error: string; isLast: boolean };

/** What the error above has not said yet. */
function CorrectionFacts({ correction, error, isLast }: CorrectionFactsProps) {
  const { problem, whatToChange } = correction;
  const repeats = (text: string) => text.trim() === "" || error.includes(text.trim());
  const change = error === "" ? whatToChange : whatToChange.replace(error, "").replace(/[:\s]+$/, ".");
  if (repeats(problem) && repeats(whatToChange)) return null;
  return (
    <dl className={styles["correction"]}>
      {!repeats(problem) && (
        <>
          <dt>What was wrong</dt>
          <dd>{problem}</dd>
        </>
      )}
      {!repeats(whatToChange) && (
        <>
          <dt>{isLast ? "What would have to change" : "What the next attempt is told to change"}</dt>
          <dd>{change}</dd>
        </>
      )}
    </dl>
  );
}

/** Every try at a step, with what the next one was told. */
export function AttemptList({ runId, step }: { runId: string; step: RunStepView }) {
  if (step.attempts.length === 0) return <p className={styles["empty"]}>This step has not been tried.</p>;
  return (
    <ol className={styles["attempts"]}>
      {step.attempts.map((attempt, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tries are only added at the end.
        <li key={index}>
          <h3>
            <ToneIcon tone={TONES[attempt.status]} />
            Attempt {attempt.attempt} of {step.maxAttempts}, {attempt.status}
            <span>
              {attempt.endedAt ? durationText(secondsBetween(attempt.startedAt, attempt.endedAt)) : "running"}
              {attempt.usage ? `, ${usageText(attempt.usage)}` : ""}
              {attempt.worker ? `, worker ${attempt.worker}` : ""}
            </span>
          </h3>
          {attempt.error && <p className={styles["error"]}>{attempt.error.message}</p>}
          {attempt.correction && (
            <CorrectionFacts
              correction={attempt.correction}
              error={attempt.error?.message ?? ""}
              isLast={attempt === step.attempts.at(-1) && step.endedAt !== null}
            />
          )}
          {attempt.input !== null && (
            <details>
              <summary>Input</summary>
              <JsonView value={attempt.input} label={`input of attempt ${attempt.attempt}`} />
              <ArtifactDownloads runId={runId} value={attempt.input} />
            </details>
          )}
          {attempt.output !== null && (
            <details>
              <summary>Output</summary>
              <JsonView value={attempt.output} label={`output of attempt ${attempt.attempt}`} />
              <ArtifactDownloads runId={runId} value={attempt.output} />
            </details>
          )}
        </li>
      ))}
    </ol>
  );
}
