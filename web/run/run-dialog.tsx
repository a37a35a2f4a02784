import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import type { SnapshotView } from "#server/core/views.ts";
import { errorSentence } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { IssueList } from "#web/ui/issue-list.tsx";
import { Note } from "#web/ui/note.tsx";
import { parseInput } from "./parse-input.ts";
import { startRun } from "./start-run.ts";

type RunDialogProps = { slug: string; snapshot: SnapshotView; newestRevision: number; onClose: () => void };

export function RunDialog({ slug, snapshot, newestRevision, onClose }: RunDialogProps) {
  const [, navigate] = useLocation();
  const fieldId = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const readers = snapshot.plan.steps.filter((step) => step.usesRunInput);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const input = parseInput(text);
    if (!input.ok) return setProblem(input.error);
    setIsSending(true);
    setProblem(null);
    try {
      navigate(`/runs/${await startRun(slug, { snapshotId: snapshot.snapshotId, input: input.value })}`);
    } catch (error) {
      setProblem(`The run was not started. ${errorSentence(error)}`);
      setIsSending(false);
    }
  }

  return (
    <Dialog title={`Run “${snapshot.plan.title}”`} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>
          Version {snapshot.version}, saved from revision {snapshot.revision}: {snapshot.plan.steps.length}{" "}
          {snapshot.plan.steps.length === 1 ? "step" : "steps"}.
          {newestRevision > snapshot.revision
            ? ` Revision ${newestRevision} is not saved and takes no part.`
            : ""}
        </p>
        <IssueList issues={snapshot.issues} />
        {readers.length > 0 && (
          <>
            <label htmlFor={fieldId}>
              Run input as JSON, read by {readers.map((step) => `“${step.title}”`).join(", ")}. May be left
              empty.
            </label>
            <textarea
              id={fieldId}
              className={joinClasses(controls["field"], controls["mono"])}
              rows={6}
              spellCheck={false}
              placeholder='{ "order": 42 }'
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </>
        )}
        {problem && <Note level="error">{problem}</Note>}
        <div className={dialogStyles["actions"]}>
          <button type="button" className={controls["button"]} onClick={onClose}>
            Not now
          </button>
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={isSending}
          >
            Start run
          </button>
        </div>
      </form>
    </Dialog>
  );
}
