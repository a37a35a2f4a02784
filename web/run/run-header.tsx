import { useQueryClient } from "@tanstack/react-query";
import { Menu as MenuIcon, RotateCw } from "lucide-react";
import { useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { isFinalRunStatus } from "#server/core/run.ts";
import type { RunView } from "#server/core/views.ts";
import { ApiError, errorSentence, send } from "#web/api.ts";
import { dateText, durationText, secondsBetween } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import { runWords } from "#web/pause-state.ts";
import { queryKeys, runPath } from "#web/queries.ts";
import { useNavDrawer } from "#web/shell/nav-drawer.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { Menu } from "#web/ui/menu.tsx";
import { Note } from "#web/ui/note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { AgainDialog, mustAsk } from "./again-dialog.tsx";
import styles from "./run-header.module.css";
import { saveFrom } from "./save-from.ts";
import { startRun } from "./start-run.ts";
import { triggerWords } from "./trigger-words.ts";
import { uncertainSteps } from "./uncertain-steps.ts";
import { useNewerVersion } from "./use-newer-version.ts";
import { useRunKey } from "./use-run-key.ts";
import type { RunEvents } from "./use-run-events.ts";

type RunHeaderProps = { run: RunView; agentSlug: string; connection: RunEvents["connection"]; now: number };

export function RunHeader({ run, agentSlug, connection, now }: RunHeaderProps) {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const openNav = useNavDrawer();
  const [isAsking, setIsAsking] = useState(false);
  const [again, setAgain] = useState<{ reusesSteps: boolean; isRefused: boolean } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const newest = useNewerVersion(run);
  const isStarting = useRef(false);
  const keyFor = useRunKey();
  const { tone, label } = runWords(run);
  const isOver = isFinalRunStatus(run.status);
  const hasDone = run.steps.some((step) => step.status === "completed");
  const canReuse = run.status === "failed" && hasDone;

  async function cancel() {
    setIsAsking(false);
    try {
      await send("POST", `${runPath(run.runId)}/cancel`);
    } catch (error) {
      setProblem(`The run was not canceled. ${errorSentence(error)}`);
    }
    void cache.invalidateQueries({ queryKey: queryKeys.run(run.runId) });
  }

  function ask(reusesSteps: boolean): void {
    if (mustAsk(run, newest)) setAgain({ reusesSteps, isRefused: false });
    else void start(run.snapshotId, reusesSteps);
  }

  async function start(snapshotId: string, reusesSteps: boolean) {
    const repeats = again !== null && (again.isRefused || uncertainSteps(run).length > 0);
    setAgain(null);
    // A second press before the first has its answer.
    if (isStarting.current) return;
    isStarting.current = true;
    try {
      const { input, runId } = run;
      const asked = {
        snapshotId,
        input,
        ...(reusesSteps ? { reuseFrom: runId, ...(repeats ? { repeatUncertain: true as const } : {}) } : {}),
      };
      navigate(`/runs/${await startRun(agentSlug, asked, keyFor(asked))}`);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.message.includes('"repeatUncertain"');
      if (isRefused && !repeats) setAgain({ reusesSteps, isRefused });
      else setProblem(`The run was not started. ${errorSentence(error)}`);
    } finally {
      isStarting.current = false;
    }
  }

  return (
    <>
      <header className={joinClasses(controls["header"], styles["header"])}>
        <button
          type="button"
          className={joinClasses(controls["iconButton"], controls["narrowOnly"])}
          aria-label="Agents"
          onClick={openNav}
        >
          <MenuIcon size={17} aria-hidden />
        </button>
        <ToneIcon tone={tone} size={17} />
        <div className={styles["names"]}>
          <h1>
            <Link href={`/agents/${agentSlug}`}>{run.agentName}</Link>
            <span> ·</span> <span className={styles["piece"]}>{label}</span>
          </h1>
          <p>
            <span className={controls["phoneHidden"]}>{triggerWords(run.trigger)}, </span>
            <time className={styles["piece"]} dateTime={run.createdAt}>
              {dateText(run.createdAt)} ·
            </time>{" "}
            <span className={styles["piece"]}>version {run.snapshotVersion} ·</span>{" "}
            <span className={styles["piece"]}>
              {run.startedAt
                ? durationText(secondsBetween(run.startedAt, run.endedAt ?? now))
                : "not started"}
            </span>
          </p>
        </div>
        <span className={controls["grow"]} />
        {connection === "reconnecting" && !isOver && <span className={controls["tag"]}>Reconnecting</span>}
        {!isOver && (
          <button type="button" className={controls["button"]} onClick={() => setIsAsking(true)}>
            Cancel
          </button>
        )}
        {isOver && (
          <button
            type="button"
            className={joinClasses(controls["button"], controls["primary"])}
            aria-label={canReuse ? "Run again from the failure" : "Run again"}
            onClick={() => ask(canReuse)}
          >
            <RotateCw size={14} aria-hidden />
            <span className={controls["smallHidden"]}>
              Run again<span className={controls["phoneHidden"]}>{canReuse ? " from the failure" : ""}</span>
            </span>
          </button>
        )}
        <Menu
          label="More"
          items={[
            ...(canReuse ? [{ label: "Run again from the start", onSelect: () => ask(false) }] : []),
            ...(run.status === "canceled" && hasDone
              ? [{ label: "Run again, reusing what is done", onSelect: () => ask(true) }]
              : []),
            { label: "Export as JSON", onSelect: () => saveFrom(`${runPath(run.runId)}/export`) },
            { label: "All runs of this agent", onSelect: () => navigate(`/agents/${agentSlug}/runs`) },
            { label: "Conversation", onSelect: () => navigate(`/agents/${agentSlug}`) },
          ]}
        />
      </header>
      {isAsking && (
        <Dialog title="Cancel this run?" onClose={() => setIsAsking(false)}>
          <p>
            Steps that have not started are skipped, and calls under way are stopped. What is done stays done.
          </p>
          <div className={dialogStyles["actions"]}>
            <button type="button" className={controls["button"]} onClick={() => setIsAsking(false)}>
              Keep running
            </button>
            <button
              type="button"
              className={joinClasses(controls["button"], controls["danger"])}
              onClick={() => void cancel()}
            >
              Cancel the run
            </button>
          </div>
        </Dialog>
      )}
      {again && (
        <AgainDialog
          run={run}
          newest={newest}
          {...again}
          onChoose={(snapshotId) => void start(snapshotId, again.reusesSteps)}
          onClose={() => setAgain(null)}
        />
      )}
      {problem && (
        <Dialog title="Not done" onClose={() => setProblem(null)}>
          <Note level="error">{problem}</Note>
        </Dialog>
      )}
    </>
  );
}
