import { CircleCheck } from "lucide-react";
import type { DataParts } from "#server/core/conversation.ts";
import { groupIssues } from "#server/core/issue-groups.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { IssueList } from "#web/ui/issue-list.tsx";
import styles from "./snapshot-card.module.css";

type SnapshotCardProps = {
  data: DataParts["snapshot"];
  /** What the reply says in words: a warning that stands there is not said again. */
  replyText: string;
};

export function SnapshotCard({ data, replyText }: SnapshotCardProps) {
  const issues = groupIssues(data.issues)
    .filter(([first]) => !replyText.includes(first.message))
    .flat();
  return (
    <section className={joinClasses(controls["card"], styles["card"])} aria-label={`Version ${data.version}`}>
      <p>
        <CircleCheck size={16} aria-hidden />
        <b>Version {data.version}</b> saved from revision {data.revision}. New runs follow it.
      </p>
      <IssueList issues={issues} />
    </section>
  );
}
