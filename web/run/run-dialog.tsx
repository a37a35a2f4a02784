import { type FormEvent, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { runInputForm } from "#server/core/run-input-fields.ts";
import type { SnapshotView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import { useTools } from "#web/tools/tool-queries.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { IssueList } from "#web/ui/issue-list.tsx";
import { Note } from "#web/ui/note.tsx";
import { useAction } from "#web/use-action.ts";
import { emptyInput, readInput } from "./run-input-draft.ts";
import { RunInput } from "./run-input.tsx";
import { startRun } from "./start-run.ts";
import { useRunKey } from "./use-run-key.ts";

const NOTHING = { fields: [], wholeReaders: [] };

type RunDialogProps = { slug: string; snapshot: SnapshotView; newestRevision: number; onClose: () => void };

export function RunDialog({ slug, snapshot, newestRevision, onClose }: RunDialogProps) {
  const [, navigate] = useLocation();
  const { snapshotId, plan, version, revision, issues } = snapshot;
  const tools = useTools().data?.items;
  const form = useMemo(() => runInputForm(plan, tools), [plan, tools]);
  const [draft, setDraft] = useState(() => emptyInput(form ?? NOTHING));
  const [problems, setProblems] = useState<Record<string, string>>({});
  const { act, isSending, problem } = useAction("The run was not started.");
  const keyFor = useRunKey();

  async function submit(event: FormEvent) {
    event.preventDefault();
    const input = readInput(form ?? NOTHING, draft);
    setProblems(input.ok ? {} : input.error);
    if (!input.ok) return;
    const asked = { snapshotId, input: input.value };
    await act(async () => {
      const runId = await startRun(slug, asked, keyFor(asked));
      onClose();
      navigate(`/runs/${runId}`);
    });
  }

  return (
    <Dialog title={`Run “${plan.title}”`} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <p>
          Version {version}, saved from revision {revision}: {plan.steps.length}{" "}
          {plan.steps.length === 1 ? "step" : "steps"}.
          {newestRevision > revision ? ` Revision ${newestRevision} is not saved and takes no part.` : ""}
        </p>
        <IssueList issues={issues.filter(({ code }) => code !== "run_input_without_trigger")} />
        {form && (
          <RunInput
            form={form}
            titleOf={(stepId) => plan.steps.find(({ id }) => id === stepId)?.title ?? stepId}
            draft={draft}
            problems={problems}
            onChange={setDraft}
          />
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
