import type { RunView } from "#server/core/views.ts";
import { stepState } from "#web/step-state.ts";
import { JsonView } from "#web/ui/json-view.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import styles from "./run-summary-pane.module.css";
import { usageText } from "./usage-text.ts";

type RunSummaryPaneProps = { run: RunView; onSelect: (stepId: string) => void };

/** What a run came to, beside its steps, while no step is chosen. */
export function RunSummaryPane({ run, onSelect }: RunSummaryPaneProps) {
  const waiting = run.steps.filter(
    (step) => step.status === "paused" && (step.reason === "approval" || step.reason === "outcome_unknown"),
  );
  const last = run.report?.steps.findLast((step) => step.status === "completed" && step.output !== null);
  const lastStep = run.steps.find((step) => step.stepId === last?.step_id);

  return (
    <section className={styles["summary"]} aria-label="The run">
      {waiting.length > 0 && (
        <>
          <h2>Waiting for you</h2>
          <ul className={styles["waiting"]}>
            {waiting.map((step) => (
              <li key={step.stepId}>
                <button type="button" onClick={() => onSelect(step.stepId)}>
                  <ToneIcon tone="attention" />
                  <span>
                    {step.number} · {step.title}
                    <em>{stepState({ status: step.status, reason: step.reason }).label}</em>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {run.report && (
        <>
          <h2>Report</h2>
          <p className={styles["words"]}>{run.report.summary}</p>
        </>
      )}
      {last && last.output !== null && (
        <>
          <h2>Last output{lastStep ? `: ${lastStep.title}` : ""}</h2>
          <JsonView value={last.output} label="last output" />
        </>
      )}
      {run.input !== null && (
        <>
          <h2>Run input</h2>
          <JsonView value={run.input} label="run input" />
        </>
      )}
      {run.usage && (
        <>
          <h2>Used</h2>
          <p className={styles["words"]}>{usageText(run.usage)}</p>
        </>
      )}
      <p className={styles["hint"]}>Choose a step to see its input, output, attempts and log.</p>
    </section>
  );
}
