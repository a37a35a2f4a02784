import type { RunView } from "#server/core/views.ts";
import { ApprovalCard } from "#web/approvals/approval-card.tsx";
import { useIsPhone } from "#web/shell/use-is-phone.ts";
import { stepState } from "#web/step-state.ts";
import { JsonView } from "#web/ui/json-view.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { ArtifactDownloads } from "./artifact-downloads.tsx";
import { BudgetCard } from "./budget-card.tsx";
import { RunFiles } from "./run-files.tsx";
import { RunReport } from "./run-report.tsx";
import styles from "./run-summary-pane.module.css";
import { RunUsage } from "./run-usage.tsx";
import { TakenOver } from "./taken-over.tsx";

type RunSummaryPaneProps = {
  run: RunView;
  /** Whether the report stands here; while it stands beside this, once is enough. */
  showsReport: boolean;
  onSelect: (stepId: string) => void;
};

/** What a run came to, while no step is chosen. */
export function RunSummaryPane({ run, showsReport, onSelect }: RunSummaryPaneProps) {
  const isPhone = useIsPhone();
  const last = run.report?.steps.findLast((step) => step.status === "completed" && step.output !== null);
  const lastStep = run.steps.find((step) => step.stepId === last?.step_id);

  return (
    <section className={styles["summary"]} aria-label="The run">
      {showsReport && run.report && (
        <>
          <h2>Report</h2>
          <RunReport run={run} onSelect={onSelect} />
        </>
      )}
      <TakenOver run={run} />
      <RunFiles runId={run.runId} />
      {last && last.output !== null && (
        <>
          <h2>Last output{lastStep ? `: ${lastStep.title}` : ""}</h2>
          <JsonView value={last.output} label="last output" />
          <ArtifactDownloads runId={run.runId} value={last.output} />
        </>
      )}
      {run.input !== null && (
        <>
          <h2>Run input</h2>
          <JsonView value={run.input} label="run input" />
          <ArtifactDownloads runId={run.runId} value={run.input} />
        </>
      )}
      {run.usage && (
        <>
          <h2>Used</h2>
          <RunUsage usage={run.usage} budget={run.budget} />
        </>
      )}
      <p className={styles["hint"]}>
        {isPhone ? "Tap" : "Choose"} a step to see its input, output, attempts and log.
      </p>
    </section>
  );
}

type WaitingForYouProps = { run: RunView; onSelect: (stepId: string) => void };

/** What only a person can move on, to be answered on the spot. */
export function WaitingForYou({ run, onSelect }: WaitingForYouProps) {
  const paused = run.steps.filter((step) => step.status === "paused");
  const approvals = paused.flatMap(({ approval }) => (approval?.status === "pending" ? [approval] : []));
  const others = paused.filter((step) => step.reason === "outcome_unknown");
  const isOutOfBudget = paused.some((step) => step.reason === "budget");
  if (approvals.length + others.length === 0 && !isOutOfBudget) return null;
  return (
    <section className={styles["waiting"]} aria-label="Waiting for you">
      <h2>Waiting for you</h2>
      {approvals.map((approval) => (
        <ApprovalCard key={approval.approvalId} approval={approval} showsRun={false} />
      ))}
      {isOutOfBudget && <BudgetCard run={run} />}
      {others.map((step) => (
        <button key={step.stepId} type="button" onClick={() => onSelect(step.stepId)}>
          <ToneIcon tone="attention" />
          <span>
            {step.number} · {step.title}
            <em>{stepState({ status: step.status, reason: step.reason }).label}</em>
          </span>
        </button>
      ))}
    </section>
  );
}
