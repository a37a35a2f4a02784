import type { RunView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { Note } from "#web/ui/note.tsx";
import { uncertainSteps } from "./uncertain-steps.ts";

export type PlanVersion = { snapshotId: string; version: number };

type AgainDialogProps = {
  run: RunView;
  /** Null when this run walked the newest. */
  newest: PlanVersion | null;
  reusesSteps: boolean;
  /** Whether the server knows of a call that would be made again, also in a run that works for this one. */
  isRefused: boolean;
  onChoose: (snapshotId: string) => void;
  onClose: () => void;
};

/** Whether a run has to be asked about before it is started again. */
export function mustAsk(run: RunView, newest: PlanVersion | null): boolean {
  return newest !== null || uncertainSteps(run).length > 0;
}

function uncertainWords(calls: number): string {
  if (calls === 0) {
    return "Nobody knows whether a call of a run that worked for this one had its effect. It would be made again.";
  }
  return calls === 1
    ? "Nobody knows whether this call had its effect. See what it did first: it would be made again."
    : "Nobody knows whether these calls had their effect. See what they did first: they would be made again.";
}

/** Which version walks, and what would be called a second time. */
export function AgainDialog({ run, newest, reusesSteps, isRefused, onChoose, onClose }: AgainDialogProps) {
  const uncertain = uncertainSteps(run);
  return (
    <Dialog title="Run again?" onClose={onClose}>
      {newest !== null && (
        <p>
          Version {newest.version} was saved since; this run walked version {run.snapshotVersion}.
          {reusesSteps ? " Steps that are done and have not changed are taken over." : ""}
        </p>
      )}
      {(uncertain.length > 0 || isRefused) && (
        <Note level="warning">
          {uncertainWords(uncertain.length)}
          <ul>
            {uncertain.map((step) => (
              <li key={step.stepId}>
                Step {step.number} “{step.title}”
              </li>
            ))}
          </ul>
        </Note>
      )}
      <div className={dialogStyles["actions"]}>
        {newest === null ? (
          <>
            <button type="button" className={controls["button"]} onClick={onClose}>
              Leave it
            </button>
            <button
              type="button"
              className={joinClasses(controls["button"], controls["danger"])}
              onClick={() => onChoose(run.snapshotId)}
            >
              Run again all the same
            </button>
          </>
        ) : (
          <>
            <button type="button" className={controls["button"]} onClick={() => onChoose(run.snapshotId)}>
              Version {run.snapshotVersion}, as before
            </button>
            <button
              type="button"
              className={joinClasses(controls["button"], controls["primary"])}
              onClick={() => onChoose(newest.snapshotId)}
            >
              Version {newest.version}, the newest
            </button>
          </>
        )}
      </div>
    </Dialog>
  );
}
