import { type ReactNode, useState } from "react";
import styles from "./history.module.css";

/** What is read only when somebody wants to see it. */
export function History({ label, children }: { label: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={styles["history"]} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {isOpen && children}
    </details>
  );
}
