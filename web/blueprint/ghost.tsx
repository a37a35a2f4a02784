import styles from "./ghost.module.css";

/** What an empty plan looks like: the outline of one. */
export function Ghost() {
  return (
    <div className={styles["ghost"]}>
      <svg viewBox="0 0 300 230" width="300" height="230" aria-hidden>
        <g className={styles["card"]}>
          <rect x="90" y="2" width="120" height="36" rx="10" />
          <rect x="14" y="80" width="120" height="36" rx="10" />
          <rect x="166" y="80" width="120" height="36" rx="10" />
          <rect x="90" y="158" width="120" height="36" rx="10" />
        </g>
        <g className={styles["link"]}>
          <path d="M150 38C150 59 74 59 74 80M150 38C150 59 226 59 226 80" />
          <path d="M74 116C74 137 150 137 150 158M226 116C226 137 150 137 150 158" />
        </g>
      </svg>
      <p>Steps appear here as you talk</p>
    </div>
  );
}
