import type { DiffCounts, Mark } from "#web/diff-words.ts";
import { joinClasses } from "#web/join-classes.ts";
import styles from "./diff-mark.module.css";

const SIGNS: Record<Mark, string> = { added: "+", changed: "~", removed: "−" };
const MARKS: readonly Mark[] = ["added", "changed", "removed"];

/** A badge beside words that already say what it means. */
export function DiffMark({ mark, className }: { mark: Mark; className?: string | undefined }) {
  return (
    <span className={joinClasses(styles["mark"], styles[mark], className)} aria-hidden>
      {SIGNS[mark]}
    </span>
  );
}

export function DiffCounters({ counts, hasWords }: { counts: DiffCounts; hasWords: boolean }) {
  return (
    <span className={styles["counters"]}>
      {MARKS.filter((mark) => counts[mark] > 0).map((mark) => (
        <span key={mark} className={styles[`${mark}Text`]}>
          <b aria-hidden>{SIGNS[mark]}</b>
          {counts[mark]}
          <span className={hasWords ? styles["words"] : styles["hiddenWords"]}> {mark}</span>
        </span>
      ))}
    </span>
  );
}
