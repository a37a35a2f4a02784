import { useState } from "react";
import { useLocation } from "wouter";
import { isFinalRunStatus } from "#server/core/run.ts";
import type { RunView } from "#server/core/views.ts";
import { errorSentence, postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { runPath } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { Note } from "#web/ui/note.tsx";
import styles from "./newer-plan.module.css";
import { useNewerVersion } from "./use-newer-version.ts";

/** Tells of a plan that was saved after this run began, and offers to go on with it while the run is open. */
export function NewerPlan({ run }: { run: RunView }) {
  const newest = useNewerVersion(run);
  const [, navigate] = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (newest === null || run.trigger.type === "agent") return null;
  const { version, snapshotId } = newest;
  if (isFinalRunStatus(run.status)) {
    return (
      <div className={styles["offer"]}>
        <Note level="info">
          This run walked version {run.snapshotVersion}; version {version} was saved since. “Run again” asks
          which one is to be walked.
        </Note>
      </div>
    );
  }

  async function goOn() {
    setProblem(null);
    setIsSending(true);
    try {
      const canceled = await postJson<RunView>(`${runPath(run.runId)}/cancel`, { reseed: true, snapshotId });
      setIsAsking(false);
      navigate(`/runs/${canceled.continuedBy ?? run.runId}`);
    } catch (error) {
      setProblem(`The run goes on as it is. ${errorSentence(error)}`);
    } finally {
      setIsSending(false);
    }
  }

  return (
    <div className={styles["offer"]}>
      <Note
        level="info"
        action={
          <button type="button" className={controls["button"]} onClick={() => setIsAsking(true)}>
            Cancel and go on with version {version}
          </button>
        }
      >
        This run walks version {run.snapshotVersion}; version {version} is saved.
      </Note>
      {isAsking && (
        <Dialog title={`Go on with version ${version}?`} onClose={() => setIsAsking(false)}>
          <p>
            This run is canceled, and a run of version {version} starts with the same input. Steps that are
            done and have not changed are taken over; calls under way are stopped.
          </p>
          {problem && <Note level="error">{problem}</Note>}
          <div className={dialogStyles["actions"]}>
            <button type="button" className={controls["button"]} onClick={() => setIsAsking(false)}>
              Keep running
            </button>
            <button
              type="button"
              className={joinClasses(controls["button"], controls["primary"])}
              disabled={isSending}
              onClick={() => void goOn()}
            >
              Cancel and go on
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
