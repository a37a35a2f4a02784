import { Menu as MenuIcon } from "lucide-react";
import { useEffect } from "react";
import { Link } from "wouter";
import { relativeTime } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import { usePendingApprovals } from "#web/queries.ts";
import { useNavDrawer } from "#web/shell/nav-drawer.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { useNow } from "#web/use-now.ts";
import { ApprovalCard } from "./approval-card.tsx";
import styles from "./approvals-page.module.css";

/** Everything that waits for a person, longest waiting first. */
export function ApprovalsPage({ approvalId }: { approvalId: string | null }) {
  const openNav = useNavDrawer();
  const approvals = usePendingApprovals();
  const now = useNow(30_000);
  const waiting = approvals.data?.items.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)) ?? [];
  const selected = waiting.find((approval) => approval.approvalId === approvalId) ?? waiting[0];

  useEffect(() => {
    document.title =
      waiting.length > 0 ? `(${waiting.length}) Approvals · Stepwright` : "Approvals · Stepwright";
  }, [waiting.length]);

  return (
    <main className={styles["page"]}>
      <header className={controls["header"]}>
        <button
          type="button"
          className={joinClasses(controls["iconButton"], controls["narrowOnly"])}
          aria-label="Agents"
          onClick={openNav}
        >
          <MenuIcon size={17} aria-hidden />
        </button>
        <h1>Approvals</h1>
        <span className={controls["tag"]}>{waiting.length} waiting</span>
      </header>
      {!approvals.data && !approvals.error && <Loading label="Loading approvals" />}
      {!approvals.data && approvals.error && (
        <RetryNote
          what="The approvals could not be loaded."
          error={approvals.error}
          onRetry={() => void approvals.refetch()}
        />
      )}
      {approvals.data && waiting.length === 0 && (
        <p className={styles["empty"]}>Nothing waits for you. Steps that need your approval appear here.</p>
      )}
      {selected && (
        <div className={styles["columns"]}>
          <ul className={styles["list"]} aria-label="Waiting approvals">
            {waiting.map((approval) => (
              <li key={approval.approvalId}>
                <Link
                  href={`/approvals/${approval.approvalId}`}
                  aria-current={approval === selected ? "true" : undefined}
                >
                  <b>{approval.stepTitle}</b>
                  <span>
                    {approval.agentName} · {relativeTime(approval.createdAt, now)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
          <div className={styles["detail"]}>
            <h2 className={controls["hidden"]}>The selected approval</h2>
            <ApprovalCard key={selected.approvalId} approval={selected} showsRun />
          </div>
        </div>
      )}
    </main>
  );
}
