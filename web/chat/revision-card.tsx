import type { DataParts } from "#server/core/conversation.ts";
import { countsText, diffCounts } from "#web/diff-words.ts";
import controls from "#web/ui/controls.module.css";
import { DiffCounters } from "#web/ui/diff-mark.tsx";
import { IssueList } from "#web/ui/issue-list.tsx";
import { DiffRows } from "./diff-rows.tsx";
import styles from "./revision-card.module.css";

type RevisionCardProps = { data: DataParts["revision"]; onShow: (revision: number) => void };

export function RevisionCard({ data, onShow }: RevisionCardProps) {
  const counts = diffCounts(data.diff);
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
      <DiffRows diff={data.diff} />
      {errors.length > 0 && (
        <div className={styles["issues"]}>
          <IssueList issues={errors} />
        </div>
      )}
    </section>
  );
}
