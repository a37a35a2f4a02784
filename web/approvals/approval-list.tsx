import { Link } from "wouter";
import type { ApprovalView } from "#server/core/views.ts";
import { timeAgo } from "#web/durations.ts";
import { useNow } from "#web/use-now.ts";
import { agreedText } from "./agreed-text.ts";
import type { ApprovalGroup } from "./approval-groups.ts";
import styles from "./approval-list.module.css";
import { UnsentTag } from "./unsent-tag.tsx";

type ApprovalListProps = {
  groups: readonly ApprovalGroup[];
  selected: ApprovalView | undefined;
  /** How many more will ask later, in words. */
  held: string | null;
};

/** What waits for people, run by run. */
export function ApprovalList({ groups, selected, held }: ApprovalListProps) {
  const now = useNow(10_000);
  return (
    <div className={styles["list"]}>
      {groups.map((group) => (
        <section key={group.runId} aria-label={`Asked by a run of ${group.agentName}`}>
          <h2>
            <Link href={`/runs/${group.runId}`}>{group.agentName}</Link>
            <span>
              <span className={styles["run"]}>{group.runId.slice(-6)}</span> · first asked{" "}
              {timeAgo(group.since, now)}
            </span>
          </h2>
          <ul>
            {group.approvals.map((approval) => (
              <li key={approval.approvalId}>
                <Link
                  href={`/approvals/${approval.approvalId}`}
                  className={styles["item"]}
                  aria-current={approval.approvalId === selected?.approvalId ? "true" : undefined}
                >
                  <b>
                    {approval.stepNumber} · {approval.stepTitle}
                  </b>
                  <span>
                    {agreedText(approval) ?? timeAgo(approval.createdAt, now)}{" "}
                    <UnsentTag approvalId={approval.approvalId} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {held && <p className={styles["held"]}>{held}</p>}
    </div>
  );
}
