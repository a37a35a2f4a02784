import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { hasErrors } from "#server/core/plan.ts";
import type { AgentView, PlanView, SnapshotView } from "#server/core/views.ts";
import { announce } from "#web/announce.tsx";
import { ApiError, errorSentence, postJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath, queryKeys } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import { IssueList } from "#web/ui/issue-list.tsx";

type SaveButtonProps = { agent: AgentView; plan: PlanView | undefined; isBusy: boolean };

/** Saves the newest revision as what new runs follow; refusals come back as sentences. */
export function SaveButton({ agent, plan, isBusy }: SaveButtonProps) {
  const cache = useQueryClient();
  const revision = agent.draft?.revision ?? 0;
  const isSaved = revision > 0 && agent.savedRevision === revision;
  const save = useMutation({
    mutationFn: () => postJson<SnapshotView>(`${agentPath(agent.slug)}/snapshots`, { revision }),
    onSuccess: (snapshot) => {
      announce(`Saved revision ${revision} as version ${snapshot.version}.`);
      void cache.invalidateQueries({ queryKey: queryKeys.agent(agent.slug) });
      void cache.invalidateQueries({ queryKey: queryKeys.agents });
    },
  });
  const issues = save.error instanceof ApiError ? save.error.issues : [];
  const isBroken = plan !== undefined && plan.revision === revision && hasErrors(plan.issues);

  return (
    <>
      <button
        type="button"
        className={joinClasses(controls["button"], isSaved ? controls["smallHidden"] : controls["primary"])}
        disabled={revision === 0 || isSaved || isBusy || save.isPending}
        onClick={() => save.mutate()}
      >
        {isSaved && <Check size={14} aria-hidden />}
        {isSaved ? "Saved" : revision === 0 ? "Save" : `Save r${revision}`}
        {isBroken && <span className={controls["hidden"]}>, the plan has errors</span>}
      </button>
      {save.error && (
        <Dialog title={`Revision ${revision} was not saved`} onClose={() => save.reset()}>
          {issues.length > 0 ? (
            <>
              <p>
                Settle these in the conversation, then save again. A button puts its words into your message.
              </p>
              <IssueList issues={issues} onWritten={() => save.reset()} />
            </>
          ) : (
            <p>{errorSentence(save.error)}</p>
          )}
        </Dialog>
      )}
    </>
  );
}
