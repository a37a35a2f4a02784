import { Play } from "lucide-react";
import { useState } from "react";
import type { AgentView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import { useSnapshot } from "#web/queries.ts";
import { RunDialog } from "#web/run/run-dialog.tsx";
import controls from "#web/ui/controls.module.css";
import { Hint } from "#web/ui/hint.tsx";

/** Runs what was saved, not what is being talked about; the hint says so when the two differ. */
export function RunButton({ agent }: { agent: AgentView }) {
  const [isOpen, setIsOpen] = useState(false);
  const snapshot = useSnapshot(agent.snapshotId ?? undefined);
  const canRun = agent.snapshotId !== null;
  const hint = !canRun
    ? "Save the plan first; a run follows a saved plan."
    : agent.savedRevision === agent.draft?.revision
      ? `Run saved revision ${agent.savedRevision}`
      : `Run saved revision ${agent.savedRevision}; r${agent.draft?.revision} is not saved yet`;

  return (
    <>
      <Hint text={hint}>
        <button
          type="button"
          className={joinClasses(controls["button"], controls["phoneHidden"])}
          aria-disabled={!canRun}
          onClick={() => canRun && setIsOpen(true)}
        >
          <Play size={13} aria-hidden />
          Run
        </button>
      </Hint>
      {isOpen && snapshot.data && (
        <RunDialog slug={agent.slug} snapshot={snapshot.data} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
