import { useId, useState } from "react";
import type { Plan } from "#server/core/plan.ts";
import type { RunEvent } from "#server/core/run.ts";
import type { RunStepView, RunView } from "#server/core/views.ts";
import { decidersText } from "#web/approvals/agreed-text.ts";
import { ApprovalCard } from "#web/approvals/approval-card.tsx";
import { StepFields } from "#web/blueprint/step-fields.tsx";
import { timeUntil } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import { stepState } from "#web/step-state.ts";
import controls from "#web/ui/controls.module.css";
import { JsonView } from "#web/ui/json-view.tsx";
import { Note } from "#web/ui/note.tsx";
import { StepFrame } from "#web/ui/step-frame.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { useNow } from "#web/use-now.ts";
import { countedAttempts } from "./counted-attempts.ts";
import { ArtifactDownloads } from "./artifact-downloads.tsx";
import { AttemptList } from "./attempt-list.tsx";
import { BudgetCard } from "./budget-card.tsx";
import { ChildRunNote } from "./child-run-note.tsx";
import { ConfirmedBy, verifyingChecks } from "./confirmed-by.tsx";
import { EventLog } from "./event-log.tsx";
import styles from "./inspector.module.css";
import { OutputFileList } from "./output-file-list.tsx";
import { OutcomeCard } from "./outcome-card.tsx";
import { EarlierRun } from "./taken-over.tsx";
import { usageText } from "./usage-text.ts";

const TABS = [
  { value: "output", label: "Output" },
  { value: "input", label: "Input" },
  { value: "attempts", label: "Attempts" },
  { value: "log", label: "Log" },
  { value: "plan", label: "Plan" },
] as const;

type Tab = (typeof TABS)[number]["value"];

const DECIDED = {
  waiting: "Will be asked for once fewer approvals are open",
  pending: "Waiting",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired without a decision",
  canceled: "Withdrawn: the run ended before a decision",
};

type InspectorProps = {
  run: RunView;
  /** What the run walks; undefined while it is on its way. */
  plan: Plan | undefined;
  step: RunStepView;
  events: readonly RunEvent[];
  onClose: () => void;
};

export function Inspector({ run, plan, step, events, onClose }: InspectorProps) {
  const panelId = useId();
  const [tab, setTab] = useState<Tab>(() => firstTab(step));
  const now = useNow(step.dueAt ? 1_000 : null);
  const state = stepState({ status: step.status, reason: step.reason, attempts: countedAttempts(step) });
  const planned = plan?.steps.find((other) => other.id === step.stepId);
  const isOutOfBudget = step.status === "paused" && step.reason === "budget";
  const isUnknown = step.status === "paused" && step.reason === "outcome_unknown";
  const cause = run.steps.find((other) => other.stepId === step.causeStepId);

  return (
    <StepFrame
      number={step.number}
      title={step.title}
      heading="h2"
      styles={{ frame: styles["inspector"], head: controls["header"], scroll: styles["scroll"] }}
      icon={<ToneIcon tone={state.tone} size={17} />}
      onClose={onClose}
    >
      <p className={styles["state"]}>
        {state.label}
        {cause ? `, because of step ${cause.number} “${cause.title}”` : ""}
        {step.dueAt ? `, next look ${timeUntil(step.dueAt, now)}` : ""}
        {step.usage ? ` · ${usageText(step.usage)}` : ""}
      </p>
      {step.error && !isOutOfBudget && !isUnknown && <Note level="error">{step.error.message}</Note>}
      {step.reason === "reused" && run.reuseFrom !== null && (
        <Note level="info">
          Taken over from <EarlierRun runId={run.reuseFrom} stepId={step.stepId} />: nothing was done again.
        </Note>
      )}
      {step.childRunId && <ChildRunNote runId={step.childRunId} />}
      {plan && <ConfirmedBy run={run} plan={plan} step={step} />}
      {step.approval?.status === "pending" && (
        <ApprovalCard key={step.approval.approvalId} approval={step.approval} showsRun={false} />
      )}
      {step.approval && step.approval.status !== "pending" && (
        <Note level="info">
          {DECIDED[step.approval.status]}
          {step.approval.editedInput === null ? "" : " with a changed input"}
          {step.approval.decidedBy ? ` · ${decidersText(step.approval)}` : ""}
          {step.approval.note ? `: ${step.approval.note}` : ""}
        </Note>
      )}
      {isUnknown && (
        <OutcomeCard
          key={step.stepId}
          runId={run.runId}
          step={step}
          checks={plan ? verifyingChecks(run, plan, step.stepId) : []}
        />
      )}
      {isOutOfBudget && <BudgetCard run={run} />}
      <ViewTabs label="Details of the step" panelId={panelId} tabs={TABS} value={tab} onChange={setTab} />
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${tab}`}
        className={joinClasses(styles["panel"], tab === "log" && styles["log"])}
      >
        {tab === "output" && (
          <Value
            runId={run.runId}
            value={step.output}
            label="output"
            none={isSettled(step) ? "No output." : "No output yet."}
          />
        )}
        {tab === "input" && <StepInput runId={run.runId} step={step} />}
        {tab === "attempts" && <AttemptList runId={run.runId} step={step} />}
        {tab === "plan" && plan && planned && <StepFields plan={plan} step={planned} />}
        {tab === "log" && (
          <EventLog runId={run.runId} events={events} steps={run.steps} stepId={step.stepId} />
        )}
      </div>
    </StepFrame>
  );
}

/** What went wrong stands with the attempts. */
function firstTab({ status, output, attempts }: RunStepView): Tab {
  const hasFailed = status === "failed" || (status === "skipped" && attempts.length > 0);
  return hasFailed && output === null ? "attempts" : "output";
}

function isSettled({ status }: RunStepView): boolean {
  return status === "completed" || status === "failed" || status === "skipped";
}

function StepInput({ runId, step }: { runId: string; step: RunStepView }) {
  const { approval, input } = step;
  const none = isSettled(step) ? "No input was built." : "No input has been built yet.";
  if (!approval || approval.editedInput === null)
    return <Value runId={runId} value={input} label="input" none={none} />;
  return (
    <div className={styles["inputs"]}>
      <h3>As it was approved</h3>
      <JsonView value={approval.editedInput} label="input as it was approved" />
      <ArtifactDownloads runId={runId} value={approval.editedInput} />
      <h3>As it was proposed</h3>
      <JsonView value={approval.input} label="input as it was proposed" />
      <ArtifactDownloads runId={runId} value={approval.input} />
    </div>
  );
}

type ValueProps = { runId: string; value: RunStepView["output"]; label: string; none: string };

function Value({ runId, value, label, none }: ValueProps) {
  if (value === null) return <p className={styles["none"]}>{none}</p>;
  return (
    <>
      {label === "output" && <OutputFileList runId={runId} output={value} />}
      <JsonView value={value} label={label} />
      <ArtifactDownloads runId={runId} value={value} />
    </>
  );
}
