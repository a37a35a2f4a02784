import { OctagonX, Wrench } from "lucide-react";
import { Link } from "wouter";
import type { DataParts } from "#server/core/conversation.ts";
import { joinClasses } from "#web/join-classes.ts";
import { runState } from "#web/step-state.ts";
import controls from "#web/ui/controls.module.css";
import cardStyles from "./proposal-card.module.css";
import styles from "./run-report-card.module.css";
import { useSay } from "./say-context.ts";
import { useStepFocus } from "./step-focus.ts";

type RunReportCardProps = { report: DataParts["runReport"]; isCurrent: boolean };

/** A run that failed, told where its plan is talked about: what broke, why, what was skipped. */
export function RunReportCard({ report, isCurrent }: RunReportCardProps) {
  const { status, summary, failedStepNumber, count, runId, lastRunId } = report;
  const { focus } = useStepFocus();
  const say = useSay();
  const title = `Run ${runState(status).label.toLowerCase()}${failedStepNumber === null ? "" : ` at step ${failedStepNumber}`}`;
  return (
    <section className={joinClasses(controls["card"], cardStyles["card"])} aria-label={title}>
      <span className={joinClasses(cardStyles["icon"], styles["icon"])} aria-hidden>
        <OctagonX size={17} />
      </span>
      <div className={cardStyles["text"]}>
        <b>{title}</b>
        {count > 1 && <span className={joinClasses(controls["tag"], styles["count"])}>{count} times</span>}
        <p className={styles["summary"]}>{summary}</p>
        <p className={styles["links"]}>
          <Link href={`/runs/${lastRunId}`}>{count > 1 ? "See the last run" : "See the run"}</Link>
          {count > 1 && runId !== lastRunId && <Link href={`/runs/${runId}`}>See the first</Link>}
          {failedStepNumber !== null && (
            <button type="button" onClick={() => focus(failedStepNumber)}>
              Show step {failedStepNumber}
            </button>
          )}
        </p>
      </div>
      <div className={cardStyles["actions"]}>
        <button
          type="button"
          className={joinClasses(controls["button"], isCurrent && controls["primary"])}
          disabled={say === null}
          onClick={() => say?.("Propose a correction for the failed run.")}
        >
          <Wrench size={13} aria-hidden />
          Propose a correction
        </button>
      </div>
    </section>
  );
}
