import { useTools } from "#web/queries.ts";
import { Loading } from "#web/ui/loading.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import styles from "./settings-page.module.css";

const POLICIES = { allowed: "Allowed", needs_approval: "Asks first", off: "Off" };

/** What plans may name, and what each may do without asking. */
export function ToolList() {
  const tools = useTools();
  if (tools.error && !tools.data) {
    return (
      <RetryNote
        what="The tools could not be loaded."
        error={tools.error}
        onRetry={() => void tools.refetch()}
      />
    );
  }
  if (!tools.data) return <Loading label="Loading tools" rows={3} />;
  return (
    <ul className={styles["tools"]}>
      {tools.data.items.map((tool) => (
        <li key={tool.name}>
          <b>{tool.name}</b>
          <span>{tool.description}</span>
          <em>
            {tool.annotations.readOnlyHint ? "Reads only" : "Writes"} · {POLICIES[tool.policy]}
          </em>
        </li>
      ))}
    </ul>
  );
}
