import { CircleAlert, MessageSquareQuote, TriangleAlert } from "lucide-react";
import { useContext, useState } from "react";
import { groupIssues, type IssueGroup, otherSteps } from "#server/core/issue-groups.ts";
import type { Issue } from "#server/core/plan.ts";
import controls from "./controls.module.css";
import styles from "./issue-list.module.css";
import { WriteMessageContext } from "./write-message.ts";

type IssueListProps = {
  issues: readonly Issue[];
  /** Called when the sentence of an issue has gone to the composer. */
  onWritten?: () => void;
};

/** What is wrong, equal issues in one box, and for each the sentence that would mend it as a button. */
export function IssueList({ issues, onWritten }: IssueListProps) {
  if (issues.length === 0) return null;
  return (
    <ul className={styles["issues"]}>
      {groupIssues(issues).map((group, index) => {
        const [first] = group;
        const isError = first.severity === "error";
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two issues may say the same of two steps.
          <li key={index} className={isError ? styles["error"] : styles["warning"]}>
            {isError ? <CircleAlert size={15} aria-hidden /> : <TriangleAlert size={15} aria-hidden />}
            <div>
              <span className={controls["hidden"]}>{isError ? "Error: " : "Warning: "}</span>
              <IssueText issue={first} onWritten={onWritten} />
              <OtherIssues group={group} onWritten={onWritten} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}

type Written = { onWritten: (() => void) | undefined };

function IssueText({ issue: { message, say }, onWritten }: { issue: Issue } & Written) {
  const writeMessage = useContext(WriteMessageContext);
  return (
    <>
      {message}
      {say !== undefined && writeMessage && (
        <button
          type="button"
          className={styles["say"]}
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
    </>
  );
}

/** The same of other steps: their numbers, and opened each in full. */
function OtherIssues({ group, onWritten }: { group: IssueGroup } & Written) {
  const [isOpen, setIsOpen] = useState(false);
  const [, ...others] = group;
  if (others.length === 0) return null;
  return (
    <details className={styles["others"]} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        {`The same holds for ${otherSteps(group) ?? (others.length === 1 ? "one more" : `${others.length} more`)}`}
      </summary>
      {isOpen && (
        <ul>
          {others.map((issue, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two issues may say the same of two steps.
            <li key={index}>
              <IssueText issue={issue} onWritten={onWritten} />
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
