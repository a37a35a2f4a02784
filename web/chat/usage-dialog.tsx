import { Link } from "wouter";
import type { ConversationUsage } from "#server/core/turn-usage.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { UsageFacts } from "./usage-facts.tsx";
import styles from "./usage-facts.module.css";
import { conversationFacts } from "./usage-words.ts";

type UsageDialogProps = { usage: ConversationUsage; onClose: () => void };

/** The running total of a conversation. Runs are counted on their own pages. */
export function UsageDialog({ usage, onClose }: UsageDialogProps) {
  return (
    <Dialog title="This conversation so far" onClose={onClose}>
      <UsageFacts facts={conversationFacts(usage)} />
      <p className={styles["note"]}>
        Runs are not part of this. Costs are reckoned with the prices in the{" "}
        <Link href="/settings">settings</Link>, as they were when each reply was given.
      </p>
    </Dialog>
  );
}
