import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useLocation } from "wouter";
import type { AgentDetail, AgentView } from "#server/core/views.ts";
import { errorSentence, fetchJson } from "#web/api.ts";
import { joinClasses } from "#web/join-classes.ts";
import { agentPath, queryKeys } from "#web/queries.ts";
import controls from "#web/ui/controls.module.css";
import { Dialog } from "#web/ui/dialog.tsx";
import dialogStyles from "#web/ui/dialog.module.css";
import { Note } from "#web/ui/note.tsx";

type RenameDialogProps = { agent: AgentDetail; onClose: () => void };

export function RenameDialog({ agent, onClose }: RenameDialogProps) {
  const cache = useQueryClient();
  const [, navigate] = useLocation();
  const fieldId = useId();
  const [name, setName] = useState(agent.name);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      const renamed = await fetchJson<AgentView>(agentPath(agent.slug), {
        method: "PATCH",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ name: name.trim() }),
      });
      cache.setQueryData(queryKeys.agent(renamed.slug), { ...agent, ...renamed });
      void cache.invalidateQueries({ queryKey: queryKeys.agents });
      if (renamed.slug !== agent.slug) navigate(`/agents/${renamed.slug}`, { replace: true });
      onClose();
    } catch (error) {
      setProblem(`The name was not changed. ${errorSentence(error)}`);
    }
  }

  return (
    <Dialog title="Rename agent" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <label htmlFor={fieldId}>Name</label>
        <input
          id={fieldId}
          className={controls["field"]}
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {problem && <Note level="error">{problem}</Note>}
        <div className={dialogStyles["actions"]}>
          <button type="button" className={controls["button"]} onClick={onClose}>
            Not now
          </button>
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={name.trim() === ""}
          >
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}
