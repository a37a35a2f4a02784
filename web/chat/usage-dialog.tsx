import { Link } from "wouter";
import type { AgentDetail } from "#server/core/views.ts";
import { runsFacts } from "#web/run/usage-text.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { UsageFacts } from "./usage-facts.tsx";
import styles from "./usage-facts.module.css";
import { conversationFacts } from "./usage-words.ts";

type UsageDialogProps = { agent: Pick<AgentDetail, "usage" | "runsUsage">; onClose: () => void };

/** The running totals of an agent: its conversation, and all its runs. */
export function UsageDialog({ agent, onClose }: UsageDialogProps) {
  return (
    <Dialog title="Tokens and cost so far" onClose={onClose}>
      <h3 className={styles["part"]}>This conversation</h3>
      <UsageFacts facts={conversationFacts(agent.usage)} />
      <h3 className={styles["part"]}>All runs</h3>
      <UsageFacts facts={runsFacts(agent.runsUsage)} />
      <p className={styles["note"]}>
        Costs are reckoned with the prices in the <Link href="/settings">settings</Link>, as they were at the
        time of each call.
      </p>
    </Dialog>
  );
}
