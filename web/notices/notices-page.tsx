import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { send } from "#web/api.ts";
import { announce } from "#web/announce.tsx";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { useAction } from "#web/use-action.ts";
import { useNow } from "#web/use-now.ts";
import { NOTICES_KEY, useNotices } from "./notice-queries.ts";
import { NoticeRow } from "./notice-row.tsx";
import styles from "./notices-page.module.css";

const PANEL = "notices-panel";

/** What somebody should hear about: of all agents, newest first. */
export function NoticesPage() {
  const cache = useQueryClient();
  const [view, setView] = useState<"all" | "unread">("all");
  const notices = useNotices(view === "unread");
  const now = useNow(10_000);
  const { act, isSending, problem } = useAction("It was not marked.");
  const pages = notices.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const unread = pages[0]?.unread ?? 0;

  useEffect(() => {
    document.title = "Notices · Stepwright";
  }, []);

  async function read(noticeIds?: string[]) {
    const isMarked = await act(() => send("POST", "/api/notices/read", noticeIds ? { noticeIds } : {}));
    if (isMarked && !noticeIds) announce("All notices are marked as read.");
    await cache.invalidateQueries({ queryKey: NOTICES_KEY });
  }

  return (
    <main className={styles["page"]}>
      <PageHeader title="Notices">
        <ViewTabs
          label="Which notices"
          panelId={PANEL}
          tabs={[
            { value: "all", label: "All" },
            { value: "unread", label: unread > 0 ? `Unread ${unread}` : "Unread" },
          ]}
          value={view}
          onChange={setView}
        />
        <button
          type="button"
          className={controls["button"]}
          disabled={isSending || unread === 0}
          onClick={() => void read()}
        >
          Mark all as read
        </button>
      </PageHeader>
      <div className={styles["scroll"]} id={PANEL} role="tabpanel" aria-labelledby={`${PANEL}-${view}`}>
        {problem && <Note level="error">{problem}</Note>}
        {!notices.data && !notices.error && <Loading label="Loading notices" />}
        {!notices.data && notices.error && (
          <RetryNote
            what="The notices could not be loaded."
            error={notices.error}
            onRetry={() => void notices.refetch()}
          />
        )}
        {notices.data && items.length === 0 && (
          <p className={styles["empty"]}>
            {view === "unread"
              ? "Nothing unread."
              : "Nothing yet. A failed run, an approval that waits, a paused run and a schedule that stays silent are told here."}
          </p>
        )}
        {items.length > 0 && (
          <ul className={styles["rows"]} aria-label="Notices">
            {items.map((notice) => (
              <NoticeRow
                key={notice.noticeId}
                notice={notice}
                now={now}
                onRead={(noticeId) => void read([noticeId])}
              />
            ))}
          </ul>
        )}
        {notices.hasNextPage && (
          <button
            type="button"
            className={joinClasses(controls["button"], styles["more"])}
            disabled={notices.isFetchingNextPage}
            onClick={() => void notices.fetchNextPage()}
          >
            Show earlier notices
          </button>
        )}
      </div>
    </main>
  );
}
