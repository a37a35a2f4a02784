import { CircleAlert, MessageSquareQuote, TriangleAlert } from "lucide-react";
import { useContext } from "react";
import type { Issue } from "#server/core/plan.ts";
import controls from "./controls.module.css";
import styles from "./issue-list.module.css";
import { WriteMessageContext } from "./write-message.ts";

type IssueListProps = {
  issues: readonly Issue[];
  /** Called when the sentence of an issue has gone to the composer. */
  onWritten?: () => void;
};

/** What is wrong, and for each issue the sentence that would mend it as a button. */
export function IssueList({ issues, onWritten }: IssueListProps) {
  const writeMessage = useContext(WriteMessageContext);
  if (issues.length === 0) return null;
  return (
    <ul className={styles["issues"]}>
      {issues.map(({ severity, message, say }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two issues may say the same of two steps.
        <li key={index} className={severity === "error" ? styles["error"] : styles["warning"]}>
          {severity === "error" ? (
            <CircleAlert size={15} aria-hidden />
          ) : (
            <TriangleAlert size={15} aria-hidden />
          )}
          <div>
            <span className={controls["hidden"]}>{severity === "error" ? "Error: " : "Warning: "}</span>
            {message}
            {say !== undefined && writeMessage && (
              <button
                type="button"
                onClick={() => {
                  writeMessage(say);
                  onWritten?.();
                }}
              >
                <MessageSquareQuote size={13} aria-hidden />
                <span className={controls["hidden"]}>Write: </span>
                {say}
              </button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
