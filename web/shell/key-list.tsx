import styles from "./key-list.module.css";
import { KEYS } from "./keys.ts";

export function KeyList() {
  return (
    <dl className={styles["keys"]}>
      {KEYS.map(([keys, effect]) => (
        <div key={keys}>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  );
}
