import { CopyButton } from "#web/ui/copy-button.tsx";
import styles from "./markdown.module.css";

type CodeBlockProps = { language: string | null; code: string };

export function CodeBlock({ language, code }: CodeBlockProps) {
  return (
    <div className={styles["code"]}>
      <div className={styles["codeHead"]}>
        <span>{language ?? "text"}</span>
        <CopyButton text={code} label="Copy code" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines have to be scrollable by keyboard. */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
