import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import type { DiffLine } from "./line-diff.ts";
import styles from "./line-diff-view.module.css";

type LineDiffViewProps = { lines: readonly DiffLine[]; label: string };

/** Lines with what was there before and what is there now. */
export function LineDiffView({ lines, label }: LineDiffViewProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long difference has to be scrollable by keyboard.
    <section className={styles["diff"]} aria-label={label} tabIndex={0}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one difference never move.
        <Line key={index} line={line} />
      ))}
    </section>
  );
}

function Line({ line }: { line: DiffLine }) {
  if (line.kind === "skipped") {
    return (
      <p className={styles["skipped"]}>{line.count === 1 ? "1 equal line" : `${line.count} equal lines`}</p>
    );
  }
  if (line.kind === "same") return <p className={styles["line"]}>{line.text || " "}</p>;
  const Change = line.kind === "added" ? "ins" : "del";
  return (
    <p className={joinClasses(styles["line"], styles[line.kind])}>
      <Change>
        <span className={controls["hidden"]}>{line.kind === "added" ? "Now: " : "Before: "}</span>
        {line.text || " "}
      </Change>
    </p>
  );
}
