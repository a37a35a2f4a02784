import { useEffect, useRef } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import styles from "./try-tool.module.css";

type CallQuestionProps = { warning: string; onCall: () => void; onCancel: () => void };

/** Says what a call will do, and makes it at a second press only. */
export function CallQuestion({ warning, onCall, onCancel }: CallQuestionProps) {
  const question = useRef<HTMLElement>(null);
  // On neither button: the key that asked may still be held down.
  useEffect(() => question.current?.focus(), []);
  return (
    <Note level="warning">
      <section ref={question} aria-label="Call it?" tabIndex={-1} className={styles["question"]}>
        <p>{warning}</p>
        <div className={styles["actions"]}>
          <button
            type="button"
            className={joinClasses(controls["button"], controls["primary"], styles["call"])}
            onClick={onCall}
          >
            Call it now
          </button>
          <button type="button" className={controls["button"]} onClick={onCancel}>
            Not now
          </button>
        </div>
      </section>
    </Note>
  );
}
