import { useState } from "react";
import type { DataParts } from "#server/core/conversation.ts";
import { countsText, diffCounts, diffRows } from "#web/diff-words.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { DiffCounters, DiffMark } from "#web/ui/diff-mark.tsx";
import { IssueList } from "#web/ui/issue-list.tsx";
import styles from "./revision-card.module.css";
import { useStepFocus } from "./step-focus.ts";

type RevisionCardProps = { data: DataParts["revision"]; onShow: (revision: number) => void };

const FIRST_ROWS = 6;

export function RevisionCard({ data, onShow }: RevisionCardProps) {
  const { focus } = useStepFocus();
  const [showsAll, setShowsAll] = useState(false);
  const rows = diffRows(data.diff);
  const counts = diffCounts(data.diff);
  const shown = showsAll ? rows : rows.slice(0, FIRST_ROWS);
  const errors = data.issues.filter((issue) => issue.severity === "error");

  return (
    <section className={controls["card"]} aria-label={`Revision ${data.revision}: ${countsText(counts)}`}>
      <div className={styles["head"]}>
        <b>Revision {data.revision}</b>
        <DiffCounters counts={counts} hasWords />
        <span className={controls["grow"]} />
        <button type="button" className={controls["linkButton"]} onClick={() => onShow(data.revision)}>
          View<span className={controls["hidden"]}> revision {data.revision}</span>
        </button>
      </div>
      {rows.length > 0 && (
        <ul className={styles["rows"]}>
          {shown.map((row) => {
            const { number } = row;
            return (
              <li
                key={`${row.mark}.${row.key}`}
                className={joinClasses(row.mark === "removed" && styles["removed"])}
              >
                <DiffMark mark={row.mark} />
                <span className={styles["number"]}>{number ?? ""}</span>
                <span className={controls["hidden"]}>{row.mark}: </span>
                {number !== null && row.mark !== "removed" ? (
                  <button type="button" className={styles["title"]} onClick={() => focus(number)}>
                    {row.title}
                  </button>
                ) : (
                  <span className={styles["title"]}>{row.title}</span>
                )}
                <span className={styles["detail"]}>{row.detail}</span>
              </li>
            );
          })}
        </ul>
      )}
      {rows.length > FIRST_ROWS && (
        <button type="button" className={styles["more"]} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Show fewer" : `Show ${rows.length - FIRST_ROWS} more`}
        </button>
      )}
      {errors.length > 0 && (
        <div className={styles["issues"]}>
          <IssueList issues={errors} />
        </div>
      )}
    </section>
  );
}
