import { useState } from "react";
import type { PlanDiff } from "#server/core/plan-diff.ts";
import { diffRows } from "#web/diff-words.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { DiffMark } from "#web/ui/diff-mark.tsx";
import styles from "./revision-card.module.css";
import { useStepFocus } from "./step-focus.ts";

const FIRST_ROWS = 6;

/** What differs between two revisions, one step a line. */
export function DiffRows({ diff }: { diff: PlanDiff }) {
  const { focus } = useStepFocus();
  const [showsAll, setShowsAll] = useState(false);
  const rows = diffRows(diff);
  const shown = showsAll ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
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
    </>
  );
}
