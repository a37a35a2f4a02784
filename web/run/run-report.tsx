import type { RunView } from "#server/core/views.ts";
import { reportLead } from "./report-lead.ts";
import styles from "./run-report.module.css";

type RunReportProps = { run: RunView; onSelect: (stepId: string) => void };

/** How a run went, in words. A long report is folded behind its first failures, and scrolls by itself. */
export function RunReport({ run, onSelect }: RunReportProps) {
  const lead = reportLead(run);
  if (run.report === null) return null;
  if (lead === null) return <p className={styles["words"]}>{run.report.summary}</p>;
  return (
    <div className={styles["report"]}>
      <p>{lead.sentence}</p>
      {lead.failures.length > 0 && (
        <ul>
          {lead.failures.map(({ stepId, number, title, why }) => (
            <li key={stepId}>
              <button type="button" onClick={() => onSelect(stepId)}>
                Step {number} “{title}”
              </button>
              {why === "" ? " failed." : `: ${why}`}
            </li>
          ))}
          {lead.more > 0 && <li>and {lead.more} more</li>}
        </ul>
      )}
      <details>
        <summary>Whole report</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys. */}
        <section className={styles["whole"]} aria-label="Whole report" tabIndex={0}>
          {run.report.summary}
        </section>
      </details>
    </div>
  );
}
