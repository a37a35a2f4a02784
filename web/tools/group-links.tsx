import type { ToolGroup } from "./filter-tools.ts";
import { groupId } from "./tool-group.tsx";
import styles from "./tools-page.module.css";

/** Leads to each group by its name, with how many tools it has. */
export function GroupLinks({ groups }: { groups: readonly ToolGroup[] }) {
  return (
    <nav aria-label="Groups of tools" className={styles["jump"]}>
      {groups.map((group) => (
        <button
          key={groupId(group)}
          type="button"
          onClick={() => {
            const section = document.getElementById(groupId(group));
            section?.scrollIntoView({ block: "start" });
            section?.querySelector("h2")?.focus();
          }}
        >
          {group.server?.name ?? "Built in"} <span>{group.tools.length}</span>
        </button>
      ))}
    </nav>
  );
}
