import { Link } from "wouter";
import type { ApprovalView } from "#server/core/views.ts";
import { dateText, timeAgo } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import { useRun } from "#web/queries.ts";
import { useRunEvents } from "#web/run/use-run-events.ts";
import { runState, type Tone } from "#web/step-state.ts";
import controls from "#web/ui/controls.module.css";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { useNow } from "#web/use-now.ts";
import { decidersText } from "./agreed-text.ts";
import { decisionText } from "./approval-words.ts";
import styles from "./decided-card.module.css";
import { InputView } from "./input-view.tsx";

const TONES: Record<ApprovalView["status"], Tone> = {
  waiting: "attention",
  pending: "attention",
  approved: "completed",
  rejected: "failed",
  expired: "failed",
  canceled: "canceled",
};

/** What was decided, and what comes of it: the run is followed until it is over. */
export function DecidedCard({ approval }: { approval: ApprovalView }) {
  const run = useRun(approval.runId);
  useRunEvents(approval.runId);
  const now = useNow(10_000);
  const step = run.data?.steps.find((item) => item.stepId === approval.stepId);
  const href = `/runs/${approval.runId}?step=${encodeURIComponent(approval.stepId)}`;

  return (
    <section
      className={joinClasses(controls["card"], styles["card"])}
      aria-label={`Decision on step ${approval.stepNumber} “${approval.stepTitle}”`}
    >
      <h3>
        <ToneIcon tone={TONES[approval.status]} size={17} />
        Step {approval.stepNumber} “{approval.stepTitle}”
      </h3>
      <p role="status">{decisionText(approval, step)}</p>
      {approval.note && <blockquote>{approval.note}</blockquote>}
      <p className={styles["facts"]}>
        {approval.decidedAt && (
          <time dateTime={approval.decidedAt} title={dateText(approval.decidedAt)}>
            {approval.decidedBy ? `${decidersText(approval)}, ` : ""}
            {timeAgo(approval.decidedAt, now)}
          </time>
        )}
        {run.data && <span>Run: {runState(run.data.status).label.toLowerCase()}</span>}
        <Link href={href}>{approval.agentName}: see the run</Link>
      </p>
      <details>
        <summary>{approval.editedInput === null ? "Input" : "Input as it was approved"}</summary>
        <InputView value={approval.editedInput ?? approval.input} isExact={false} />
      </details>
      {approval.editedInput !== null && (
        <details>
          <summary>Input as it was proposed</summary>
          <InputView value={approval.input} isExact={false} />
        </details>
      )}
    </section>
  );
}
