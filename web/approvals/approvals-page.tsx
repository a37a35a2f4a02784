import { Menu as MenuIcon } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "wouter";
import { ApiError } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { useApproval, usePendingApprovals } from "#web/queries.ts";
import { useHeldApprovals } from "./use-held-approvals.ts";
import { useNavDrawer } from "#web/shell/nav-drawer.ts";
import { usePageKeys } from "#web/shell/use-page-keys.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { MissingNote } from "#web/ui/missing-note.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ApprovalCard } from "./approval-card.tsx";
import { groupApprovals, heldText } from "./approval-groups.ts";
import { ApprovalList } from "./approval-list.tsx";
import styles from "./approvals-page.module.css";
import { DecidedCard } from "./decided-card.tsx";

/** Everything that waits for a person, longest waiting first; and what became of the one just decided. */
export function ApprovalsPage({ approvalId }: { approvalId: string | null }) {
  const openNav = useNavDrawer();
  const [, navigate] = useLocation();
  const approvals = usePendingApprovals();
  const later = useHeldApprovals();
  const groups = groupApprovals(approvals.data?.items ?? []);
  const waiting = groups.flatMap((group) => group.approvals);
  const held = heldText(later.data?.items.length ?? 0, (later.data?.nextCursor ?? null) !== null);
  const listed = waiting.find((approval) => approval.approvalId === approvalId);
  const other = useApproval(listed ? null : approvalId);
  const pending = listed ?? (other.data?.status === "pending" ? other.data : undefined);
  const decided = pending ? null : (other.data ?? null);
  const isMissing = !pending && other.error instanceof ApiError && other.error.status === 404;
  const isSettled = approvalId === null || other.data !== undefined || other.error !== null;
  const next = decided ? waiting.find((approval) => approval.runId === decided.runId) : waiting[0];
  const selected = pending ?? (isSettled && !isMissing ? next : undefined);

  const move = (by: number) => {
    const place = waiting.findIndex((approval) => approval.approvalId === selected?.approvalId);
    const target = waiting[place + by];
    if (target) navigate(`/approvals/${target.approvalId}`, { replace: true });
  };
  usePageKeys({ j: () => move(1), k: () => move(-1) });

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
      {isMissing && (
        <MissingNote link={{ href: "/approvals", label: "Everything that waits" }}>
          There is no approval “{approvalId}”.
        </MissingNote>
      )}
      {approvals.data && waiting.length === 0 && isSettled && !decided && !isMissing && (
        <p className={styles["empty"]}>Nothing waits for you. Steps that need your approval appear here.</p>
      )}
      {(selected || decided || (isMissing && waiting.length > 0)) && (
        <div
          className={joinClasses(
            styles["columns"],
            waiting.length === 0 && styles["single"],
            approvalId !== null && styles["chosen"],
          )}
        >
          {waiting.length > 0 && <ApprovalList groups={groups} selected={selected} held={held} />}
          <div className={styles["detail"]}>
            <h2 className={controls["hidden"]}>The selected approval</h2>
            {decided && <DecidedCard key={decided.approvalId} approval={decided} />}
            {selected && (
              <ApprovalCard
                key={selected.approvalId}
                approval={selected}
                showsRun
                onDecided={(approval) => navigate(`/approvals/${approval.approvalId}`, { replace: true })}
              />
            )}
          </div>
        </div>
      )}
    </main>
  );
}
