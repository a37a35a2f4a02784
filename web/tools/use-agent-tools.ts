import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { AgentDetail } from "#server/core/views.ts";
import { announce } from "#web/announce.tsx";
import { errorSentence, patchJson } from "#web/api.ts";
import { agentPath, queryKeys } from "#web/queries.ts";

export type AgentToolsChange = Partial<Pick<AgentDetail, "tools" | "toolPolicies">>;

/**
 * Saves what an agent may use: shown at once, sent one change after the other however fast they come, and
 * read again as it stands when one was not saved.
 */
export function useAgentTools(slug: string) {
  const cache = useQueryClient();
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const [problem, setProblem] = useState<string | null>(null);
  const queryKey = queryKeys.agent(slug);

  async function send(change: AgentToolsChange, said: string) {
    try {
      await patchJson(agentPath(slug), change);
      announce(`${said} Saved.`);
    } catch (error) {
      setProblem(`It was not saved. ${errorSentence(error)}`);
    }
    waiting.current -= 1;
    if (waiting.current > 0) return;
    void cache.invalidateQueries({ queryKey });
    void cache.invalidateQueries({ queryKey: queryKeys.agents });
  }

  function save(change: AgentToolsChange, said: string) {
    setProblem(null);
    waiting.current += 1;
    void cache.cancelQueries({ queryKey });
    cache.setQueryData<AgentDetail>(queryKey, (old) => old && { ...old, ...change });
    sending.current = sending.current.then(() => send(change, said));
  }

  return { save, problem };
}
