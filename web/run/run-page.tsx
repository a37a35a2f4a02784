import { AlignLeft, ScrollText, Waypoints } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { isFinalRunStatus } from "#server/core/run.ts";
import type { RunView } from "#server/core/views.ts";
import { announce } from "#web/announce.tsx";
import { ApiError } from "#web/api.ts";
import { BlameScope } from "#web/blame/blame-scope.tsx";
import { Dag } from "#web/blueprint/dag.tsx";
import { type DrawnStep, drawSteps } from "#web/blueprint/drawn-step.ts";
import { joinClasses } from "#web/join-classes.ts";
import { MissingPage } from "#web/missing-page.tsx";
import { useAgent, useRun, useSnapshot } from "#web/queries.ts";
import { useIsPhone } from "#web/shell/use-is-phone.ts";
import { runWords } from "#web/pause-state.ts";
import { stepState } from "#web/step-state.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ViewTabs } from "#web/ui/view-tabs.tsx";
import { TwoPanes } from "#web/shell/two-panes.tsx";
import { useNow } from "#web/use-now.ts";
import { countedAttempts } from "./counted-attempts.ts";
import { EventLog } from "./event-log.tsx";
import { Inspector } from "./inspector.tsx";
import { RunCounts } from "./run-counts.tsx";
import { NewerPlan } from "./newer-plan.tsx";
import { RunHeader } from "./run-header.tsx";
import { RunLinks } from "./run-links.tsx";
import styles from "./run-page.module.css";
import { RunReport } from "./run-report.tsx";
import { RunSummaryPane, WaitingForYou } from "./run-summary-pane.tsx";
import { useRunEvents } from "./use-run-events.ts";
import { WaterfallList } from "./waterfall.tsx";
import { waterfall } from "./waterfall-rows.ts";

export function RunPage({ runId }: { runId: string }) {
  const run = useRun(runId);
  if (run.error && !run.data) {
    if (run.error instanceof ApiError && run.error.status === 404) {
      return <MissingPage title="Not found">There is no run “{runId}”.</MissingPage>;
    }
    return (
      <RetryNote what="The run could not be loaded." error={run.error} onRetry={() => void run.refetch()} />
    );
  }
  return run.data ? <LoadedRun run={run.data} /> : <Loading label="Loading the run" rows={8} />;
}

const TABS = [
  { value: "steps", label: "Steps", icon: AlignLeft },
  { value: "graph", label: "Graph", icon: Waypoints },
  { value: "log", label: "Log", icon: ScrollText },
] as const;

function LoadedRun({ run }: { run: RunView }) {
  const panelId = useId();
  const { events, connection } = useRunEvents(run.runId);
  const agent = useAgent(run.agentId);
  const snapshot = useSnapshot(run.snapshotId);
  const [search, setSearch] = useSearchParams();
  const [, navigate] = useLocation();
  const [view, setView] = useState<(typeof TABS)[number]["value"]>("steps");
  const isPhone = useIsPhone();
  const isFlowing = isPhone && view === "steps";
  const isOver = isFinalRunStatus(run.status);
  const now = useNow(isOver ? null : 1_000);
  const picture = useMemo(() => waterfall(run, now, events), [run, now, events]);
  const selected = run.steps.find((step) => step.stepId === search.get("step")) ?? null;
  const hasBanner = run.status === "failed" || run.status === "canceled";
  const { label } = runWords(run);
  const agentSlug = agent.data?.slug ?? run.agentId;

  const drawn = useMemo((): DrawnStep[] => {
    const states = new Map(
      run.steps.map((step) => [
        step.stepId,
        stepState({ status: step.status, reason: step.reason, attempts: countedAttempts(step) }),
      ]),
    );
    const steps = snapshot.data ? drawSteps(snapshot.data.plan) : [];
    return steps.map((step) => ({ ...step, state: states.get(step.stepId) ?? null }));
  }, [run.steps, snapshot.data]);
  const selectedId = selected?.stepId ?? null;
  const target = useMemo(() => (selectedId === null ? null : { stepId: selectedId }), [selectedId]);

  useEffect(() => {
    document.title = `${label}: ${run.agentName} · Stepwright`;
  }, [label, run.agentName]);
  useAnnouncedChanges(run);

  // On a phone a step covers the page, so that Back has to lead out of it.
  const isPushed = useRef(false);
  function select(stepId: string | null) {
    if (stepId === null && isPushed.current) {
      isPushed.current = false;
      return window.history.back();
    }
    isPushed.current = isPhone && stepId !== null && selected === null;
    setSearch(stepId === null ? {} : { step: stepId }, { replace: !isPushed.current });
  }

  return (
    <BlameScope
      slug={agentSlug}
      revision={snapshot.data?.revision ?? 0}
      onJump={(messageId) => navigate(`/agents/${agentSlug}?message=${encodeURIComponent(messageId)}`)}
    >
      <div className={styles["page"]}>
        <RunHeader run={run} agentSlug={agentSlug} connection={connection} now={now} />
        <RunLinks run={run} />
        <NewerPlan run={run} />
        <div className={styles["body"]}>
          <TwoPanes
            sideLabel="Step details"
            showsSide={selected !== null}
            main={
              <main className={joinClasses(styles["steps"], isFlowing && styles["flowing"])}>
                <div className={styles["tabs"]}>
                  <ViewTabs
                    label="View of the run"
                    panelId={panelId}
                    tabs={TABS}
                    value={view}
                    onChange={setView}
                  />
                  <span className={controls["grow"]} />
                  <RunCounts run={run} />
                </div>
                {isFlowing && selected === null && <WaitingForYou run={run} onSelect={select} />}
                {run.report && hasBanner && (!isFlowing || selected === null) && (
                  <div className={styles["report"]}>
                    <Note level={run.status === "failed" ? "error" : "warning"}>
                      <RunReport run={run} onSelect={select} />
                    </Note>
                  </div>
                )}
                <div
                  id={panelId}
                  role="tabpanel"
                  aria-labelledby={`${panelId}-${view}`}
                  className={styles["view"]}
                >
                  {view === "steps" && (
                    <WaterfallList
                      waterfall={picture}
                      selectedId={selectedId}
                      onSelect={select}
                      isFlowing={isFlowing}
                    />
                  )}
                  {view === "graph" && drawn.length > 0 && (
                    <Dag
                      steps={drawn}
                      target={target}
                      pickHint="shows the step"
                      onPick={(step) => select(step.stepId)}
                    />
                  )}
                  {view === "log" && (
                    <div className={styles["log"]}>
                      <EventLog runId={run.runId} events={events} steps={run.steps} stepId={null} />
                    </div>
                  )}
                </div>
                {isFlowing && selected === null && (
                  <RunSummaryPane run={run} showsReport={!hasBanner} onSelect={select} />
                )}
              </main>
            }
            side={
              selected ? (
                <Inspector
                  key={selected.stepId}
                  run={run}
                  plan={snapshot.data?.plan}
                  step={selected}
                  events={events}
                  onClose={() => select(null)}
                />
              ) : (
                !isPhone && (
                  <div className={styles["side"]}>
                    <WaitingForYou run={run} onSelect={select} />
                    <RunSummaryPane run={run} showsReport={!hasBanner} onSelect={select} />
                  </div>
                )
              )
            }
          />
        </div>
      </div>
    </BlameScope>
  );
}

/** Says when the run ends or begins to wait for a person. */
function useAnnouncedChanges(run: RunView): void {
  const known = useRef(run.status);
  useEffect(() => {
    if (known.current === run.status) return;
    known.current = run.status;
    const isMilestone = isFinalRunStatus(run.status) || run.status === "paused";
    if (isMilestone) announce(`The run of ${run.agentName} is ${run.status}.`);
  }, [run.status, run.agentName]);
}
