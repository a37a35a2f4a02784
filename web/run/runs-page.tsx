import { useEffect } from "react";
import { Link } from "wouter";
import type { RunSummary } from "#server/core/views.ts";
import { dateText, durationText, secondsBetween, timeAgo } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import { runWords } from "#web/pause-state.ts";
import { useAgent, useRuns } from "#web/queries.ts";
import { AgentLinks } from "#web/shell/agent-links.tsx";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { useNow } from "#web/use-now.ts";
import styles from "./runs-page.module.css";
import { triggerWords } from "./trigger-words.ts";
import { costText } from "./usage-text.ts";

export function RunsPage({ slug }: { slug: string }) {
  const agent = useAgent(slug);
  const runs = useRuns(slug);
  const now = useNow(1_000);
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  const name = agent.data?.name ?? slug;

  useEffect(() => {
    document.title = `Runs of ${name} · Stepwright`;
  }, [name]);

  return (
    <main className={styles["page"]}>
      <PageHeader title={`Runs of ${name}`}>
        <AgentLinks slug={slug} current="runs" />
      </PageHeader>
      {!runs.data && !runs.error && <Loading label="Loading runs" />}
      {!runs.data && runs.error && (
        <RetryNote
          what="The runs could not be loaded."
          error={runs.error}
          onRetry={() => void runs.refetch()}
        />
      )}
      {runs.data && items.length === 0 && (
        <p className={styles["empty"]}>No runs yet. Save the plan, then start a run from the conversation.</p>
      )}
      {items.length > 0 && (
        <div className={styles["scroll"]}>
          <table className={styles["table"]}>
            <thead>
              <tr>
                <th scope="col">Status</th>
                <th scope="col">Steps done</th>
                <th scope="col" className={controls["phoneHidden"]}>
                  Trigger
                </th>
                <th scope="col">Started</th>
                <th scope="col" className={controls["phoneHidden"]}>
                  Took
                </th>
                <th scope="col" className={controls["phoneHidden"]}>
                  Cost
                </th>
                <th scope="col" className={controls["phoneHidden"]}>
                  Version
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((run) => (
                <Row key={run.runId} run={run} now={now} />
              ))}
            </tbody>
          </table>
          {runs.hasNextPage && (
            <button
              type="button"
              className={joinClasses(controls["button"], styles["more"])}
              disabled={runs.isFetchingNextPage}
              onClick={() => void runs.fetchNextPage()}
            >
              Show earlier runs
            </button>
          )}
        </div>
      )}
    </main>
  );
}

function Row({ run, now }: { run: RunSummary; now: number }) {
  const { tone, label } = runWords(run);
  const total = Object.values(run.stepCounts).reduce((sum, count) => sum + count, 0);
  return (
    <tr>
      <td>
        <Link href={`/runs/${run.runId}`} className={styles["status"]}>
          <ToneIcon tone={tone} />
          {label}
        </Link>
      </td>
      <td>
        {run.stepCounts["completed"] ?? 0} of {total}
      </td>
      <td className={controls["phoneHidden"]}>{triggerWords(run.trigger)}</td>
      <td>
        <time dateTime={run.createdAt} title={dateText(run.createdAt)}>
          {timeAgo(run.createdAt, now)}
        </time>
      </td>
      <td className={controls["phoneHidden"]}>
        {run.startedAt ? durationText(secondsBetween(run.startedAt, run.endedAt ?? now)) : "–"}
      </td>
      <td className={controls["phoneHidden"]}>{run.usage ? (costText(run.usage) ?? "–") : "–"}</td>
      <td className={controls["phoneHidden"]}>{run.snapshotVersion}</td>
    </tr>
  );
}
