import { Link } from "wouter";
import type { ToolDefinition } from "#server/core/tool.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import {
  type AgentTools,
  agentPolicy,
  mayUse,
  type StricterPolicy,
  stricterPolicies,
  withPolicy,
} from "./agent-tool-rules.ts";
import styles from "./agent-tools.module.css";
import { EffectTags } from "./effect-tags.tsx";
import { filterTools, groupByServer, toolCount } from "./filter-tools.ts";
import { firstLine, POLICY_NAMES } from "./tool-words.ts";
import type { AgentToolsChange } from "./use-agent-tools.ts";

type AgentToolListProps = {
  agent: AgentTools;
  tools: readonly ToolDefinition[];
  /** What is searched for. */
  words: string;
  /** Saves the change; `said` tells what it means. */
  onSave: (change: AgentToolsChange, said: string) => void;
};

/** Every tool of the workspace as this agent may use it. Its policies only ever add caution. */
export function AgentToolList({ agent, tools, words, onSave }: AgentToolListProps) {
  const { tools: chosen } = agent;
  const known = new Set(tools.map(({ name }) => name));
  const missing = (chosen ?? []).filter((name) => !known.has(name));

  function choose(name: string, isChosen: boolean) {
    // The server takes names of tools only, so that what is gone goes with the next change.
    const others = (chosen ?? []).filter((other) => other !== name && known.has(other));
    onSave(
      { tools: isChosen ? [...others, name] : others },
      isChosen ? `It may use ${name}.` : `It may not use ${name}.`,
    );
  }

  return (
    <>
      {groupByServer(filterTools(tools, words, "all")).map(([server, group]) => (
        <section key={server ?? ""} aria-label={server ?? "Built in"}>
          <h2 className={styles["groupName"]}>
            {server ?? "Built in"} <span>{toolCount(group.length)}</span>
          </h2>
          <ul className={joinClasses(controls["card"], styles["list"])}>
            {group.map((tool) => (
              <ToolItem key={tool.name} agent={agent} tool={tool} onChoose={choose} onSave={onSave} />
            ))}
          </ul>
        </section>
      ))}
      {words.trim() === "" && missing.length > 0 && (
        <ul className={joinClasses(controls["card"], styles["list"])} aria-label="Tools that are gone">
          {missing.map((name) => (
            <li key={name}>
              <input
                type="checkbox"
                aria-label={`May use ${name}`}
                checked
                onChange={() => choose(name, false)}
              />
              <div className={styles["text"]}>
                <code>{name}</code>
                <span className={styles["quiet"]}>
                  The workspace has no such tool now; the next change here drops it.
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type ToolItemProps = Pick<AgentToolListProps, "agent" | "onSave"> & {
  tool: ToolDefinition;
  onChoose: (name: string, isChosen: boolean) => void;
};

function ToolItem({ agent, tool, onChoose, onSave }: ToolItemProps) {
  const { name, description, annotations } = tool;
  const isUsable = mayUse(agent, name);
  return (
    <li data-off={!isUsable || undefined}>
      {agent.tools !== null && (
        <input
          type="checkbox"
          aria-label={`May use ${name}`}
          checked={isUsable}
          onChange={(event) => onChoose(name, event.currentTarget.checked)}
        />
      )}
      <div className={styles["text"]}>
        <Link href={`/tools?tool=${encodeURIComponent(name)}`}>{name}</Link>
        <EffectTags annotations={annotations} />
        <p title={description}>{firstLine(description)}</p>
      </div>
      {isUsable && (
        <Policy
          agent={agent}
          tool={tool}
          onChoose={(policy, said) =>
            onSave({ toolPolicies: withPolicy(agent.toolPolicies, name, policy) }, said)
          }
        />
      )}
    </li>
  );
}

type PolicyProps = {
  agent: AgentTools;
  tool: ToolDefinition;
  onChoose: (policy: StricterPolicy | null, said: string) => void;
};

function Policy({ agent, tool, onChoose }: PolicyProps) {
  const { name, policy: workspace } = tool;
  const stricter = stricterPolicies(workspace);
  if (stricter.length === 0) return <span className={styles["quiet"]}>Off in the workspace</span>;
  const policy = agentPolicy(agent, name, workspace);
  return (
    <select
      className={joinClasses(controls["field"], styles["policy"])}
      aria-label={`What ${name} may do for this agent`}
      value={policy}
      onChange={(event) => {
        const chosen = stricter.find((option) => option === event.currentTarget.value) ?? null;
        onChoose(chosen, `${name}: ${POLICY_NAMES[chosen ?? workspace].toLowerCase()}.`);
      }}
    >
      <option value={workspace}>As the workspace: {POLICY_NAMES[workspace].toLowerCase()}</option>
      {stricter.map((option) => (
        <option key={option} value={option}>
          {POLICY_NAMES[option]}
        </option>
      ))}
    </select>
  );
}
