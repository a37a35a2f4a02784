import type { UsageFact } from "./usage-words.ts";
import styles from "./usage-facts.module.css";

export function UsageFacts({ facts }: { facts: readonly UsageFact[] }) {
  return (
    <dl className={styles["facts"]}>
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
