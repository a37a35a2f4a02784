import { Play } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import type { AgentView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import { useSnapshot } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";

const RunDialog = lazy(() => import("#web/run/run-dialog.tsx").then((file) => ({ default: file.RunDialog })));

type RunButtonProps = {
  agent: AgentView;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The button that saves the plan, for whoever wants to run one that is not saved. */
  save: ReactNode;
};

/** Runs what was saved, not what is being talked about; the dialog says so when the two differ. */
export function RunButton({ agent, isOpen, onOpenChange, save }: RunButtonProps) {
  const snapshot = useSnapshot(agent.snapshotId ?? undefined);
  const close = () => onOpenChange(false);
  const newest = agent.draft?.revision ?? 0;
  const isFirst = newest > 0 && agent.savedRevision === newest;

  return (
    <>
      <button
        type="button"
        className={joinClasses(controls["button"], !isFirst && controls["smallHidden"])}
        aria-label="Run"
        disabled={newest === 0 && agent.snapshotId === null}
        onClick={() => onOpenChange(true)}
      >
        <Play size={13} aria-hidden />
        <span className={controls["phoneHidden"]}>Run</span>
      </button>
      {isOpen && agent.snapshotId === null && (
        <Dialog title="Save the plan first" onClose={close}>
          <p>A run follows a saved plan, so that changing the draft cannot change what is running.</p>
          <div className={dialogStyles["actions"]}>{save}</div>
        </Dialog>
      )}
      {isOpen && snapshot.data && (
        <Suspense fallback={null}>
          <RunDialog slug={agent.slug} snapshot={snapshot.data} newestRevision={newest} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
