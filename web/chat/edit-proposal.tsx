import { useState } from "react";
import type { DataParts } from "#server/core/conversation.ts";
import { countsText, diffCounts } from "#web/diff-words.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { DiffCounters } from "#web/ui/diff-mark.tsx";
import { IssueList } from "#web/ui/issue-list.tsx";
import { DiffRows } from "./diff-rows.tsx";
import styles from "./edit-proposal.module.css";
import cardStyles from "./revision-card.module.css";
import { useSay } from "./say-context.ts";

type EditProposalProps = {
  messageId: string;
  proposal: Extract<DataParts["proposal"], { type: "edit" }>;
  isCurrent: boolean;
  /** Whether a later message has accepted it. */
  isAccepted: boolean;
};

/** A correction that is made when the person accepts it, exactly as it stands here. */
export function EditProposal({ messageId, proposal, isCurrent, isAccepted }: EditProposalProps) {
  const { description, diff, baseRevision, issues } = proposal;
  const say = useSay();
  const [isDeclined, setIsDeclined] = useState(false);
  const counts = diffCounts(diff);
  return (
    <section className={controls["card"]} aria-label={`Proposed correction: ${countsText(counts)}`}>
      <div className={cardStyles["head"]}>
        <b>Proposed correction</b>
        <DiffCounters counts={counts} hasWords />
        <span className={controls["grow"]} />
        <span className={controls["tag"]}>of r{baseRevision}</span>
      </div>
      {description !== "" && <p className={styles["about"]}>{description}</p>}
      <DiffRows diff={diff} />
      {issues.length > 0 && (
        <div className={cardStyles["issues"]}>
          <IssueList issues={issues} />
        </div>
      )}
      <div className={styles["foot"]}>
        {isAccepted ? (
          <p className={styles["done"]}>Accepted.</p>
        ) : (
          <>
            <p>{isDeclined ? "Not accepted. Nothing has changed." : "Nothing has changed yet."}</p>
            {!isDeclined && (
              <button type="button" className={controls["button"]} onClick={() => setIsDeclined(true)}>
                Not now
              </button>
            )}
            <button
              type="button"
              className={joinClasses(controls["button"], isCurrent && !isDeclined && controls["primary"])}
              disabled={say === null}
              onClick={() => say?.("Accept the correction", { messageId })}
            >
              Accept
            </button>
          </>
        )}
      </div>
    </section>
  );
}
