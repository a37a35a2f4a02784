import { CircleAlert, TriangleAlert } from "lucide-react";
import type { Issue } from "#server/core/plan.ts";
import controls from "./controls.module.css";
import styles from "./issue-list.module.css";

export function IssueList({ issues }: { issues: readonly Issue[] }) {
  if (issues.length === 0) return null;
  return (
    <ul className={styles["issues"]}>
      {issues.map((issue, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two issues may say the same of two steps.
        <li key={index} className={issue.severity === "error" ? styles["error"] : styles["warning"]}>
          {issue.severity === "error" ? (
            <CircleAlert size={15} aria-hidden />
          ) : (
            <TriangleAlert size={15} aria-hidden />
          )}
          <span>
            <span className={controls["hidden"]}>{issue.severity === "error" ? "Error: " : "Warning: "}</span>
            {issue.message}
          </span>
        </li>
      ))}
    </ul>
  );
}
