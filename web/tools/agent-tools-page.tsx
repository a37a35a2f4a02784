import { useEffect, useState } from "react";
import { ApiError } from "#web/api.ts";
import { MissingPage } from "#web/missing-page.tsx";
import { useAgent } from "#web/queries.ts";
import { AgentLinks } from "#web/shell/agent-links.tsx";
import { Choices } from "#web/ui/choices.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { AgentToolList } from "./agent-tool-list.tsx";
import styles from "./agent-tools.module.css";
import { filterTools } from "./filter-tools.ts";
import { ToolSearch } from "./tool-search.tsx";
import { useTools } from "./tool-queries.ts";
import { useAgentTools } from "./use-agent-tools.ts";

/** Which tools an agent's plans may name, and where it asks more often than the workspace. */
export function AgentToolsPage({ slug }: { slug: string }) {
  const agent = useAgent(slug);
  const tools = useTools();
  const [words, setWords] = useState("");
  const { save, problem } = useAgentTools(slug);
  const name = agent.data?.name ?? slug;
  const failed = [agent, tools].find(({ data, error }) => !data && error);

  useEffect(() => {
    document.title = `Tools of ${name} · Stepwright`;
  }, [name]);

  if (agent.error instanceof ApiError && agent.error.status === 404 && !agent.data) {
    return <MissingPage title="Not found">There is no agent “{slug}”.</MissingPage>;
  }
  return (
    <main className={styles["page"]}>
      <PageHeader title={`Tools of ${name}`}>
        <AgentLinks slug={slug} current="tools" />
      </PageHeader>
      <div className={styles["scroll"]}>
        {failed && (
          <RetryNote
            what="The tools could not be loaded."
            error={failed.error}
            onRetry={() => void Promise.all([agent.refetch(), tools.refetch()])}
          />
        )}
        {!failed && (!agent.data || !tools.data) && <Loading label="Loading tools" />}
        {agent.data && tools.data && (
          <>
            <Choices
              legend="Tools that its plans may name"
              choices={[
                { value: "all", label: "All of the workspace", hint: "Also those that are added later." },
                {
                  value: "chosen",
                  label: "Only those chosen below",
                  hint: "A plan that names another one cannot be saved, nor run.",
                },
              ]}
              value={agent.data.tools === null ? "all" : "chosen"}
              onChange={(choice) =>
                choice === "all"
                  ? save({ tools: null }, "It may use all tools.")
                  : save(
                      { tools: tools.data.items.map((tool) => tool.name) },
                      "It may use only the tools that are chosen.",
                    )
              }
            />
            {problem && <Note level="error">{problem}</Note>}
            <ToolSearch words={words} onChange={setWords} />
            {words.trim() !== "" && filterTools(tools.data.items, words, "all").length === 0 && (
              <p className={styles["empty"]}>No tool fits “{words.trim()}”.</p>
            )}
            <AgentToolList agent={agent.data} tools={tools.data.items} words={words} onSave={save} />
          </>
        )}
      </div>
    </main>
  );
}
