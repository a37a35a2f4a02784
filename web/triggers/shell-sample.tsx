import { CopyButton } from "#web/ui/copy-button.tsx";
import styles from "./shell-sample.module.css";

/** Commands for a terminal. */
export function ShellSample({ text }: { text: string }) {
  return (
    <div className={styles["sample"]}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be scrollable by keyboard. */}
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} label="Copy the commands" />
    </div>
  );
}
