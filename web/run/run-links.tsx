import { Link } from "wouter";
import type { RunView } from "#server/core/views.ts";
import styles from "./run-links.module.css";

/** Where this run comes from and where it goes on, as far as other runs are concerned. */
export function RunLinks({ run: { trigger, reuseFrom, continuedBy } }: { run: RunView }) {
  const isChild = trigger.type === "agent";
  if (!isChild && reuseFrom === null && continuedBy === null) return null;
  return (
    <p className={styles["links"]}>
      {isChild && (
        <Link href={`/runs/${trigger.runId}?step=${encodeURIComponent(trigger.stepId)}`}>
          Does the work of a step of another run
        </Link>
      )}
      {reuseFrom !== null && <Link href={`/runs/${reuseFrom}`}>Takes over what an earlier run finished</Link>}
      {continuedBy !== null && <Link href={`/runs/${continuedBy}`}>Goes on as another run</Link>}
    </p>
  );
}
