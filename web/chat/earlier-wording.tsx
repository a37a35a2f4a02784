import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./earlier-wording.module.css";

type EarlierWordingProps = { wordingCount: number; children: ReactNode };

/** Messages and replies that another wording took the place of: kept, and out of the way. */
export function EarlierWording({ wordingCount, children }: EarlierWordingProps) {
  return (
    <details className={styles["earlier"]}>
      <summary>
        <ChevronRight size={14} aria-hidden />
        {wordingCount === 1 ? "Earlier wording" : `${wordingCount} earlier wordings`}
        <span className={styles["show"]}>show</span>
        <span className={styles["hide"]}>hide</span>
      </summary>
      <div className={styles["content"]}>{children}</div>
    </details>
  );
}
