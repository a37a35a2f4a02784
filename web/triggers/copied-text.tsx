import { CopyButton } from "#web/ui/copy-button.tsx";
import styles from "./trigger-card.module.css";

/** A text that is there to be copied. */
export function CopiedText({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles["url"]}>
      <code>{text}</code>
      <CopyButton text={text} label={`Copy ${label}`} />
    </div>
  );
}
