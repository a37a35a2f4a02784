import { errorSentence } from "#web/api.ts";
import controls from "./controls.module.css";
import styles from "./retry-note.module.css";
import { Note } from "./note.tsx";

type RetryNoteProps = { what: string; error: unknown; onRetry: () => void };

export function RetryNote({ what, error, onRetry }: RetryNoteProps) {
  return (
    <div className={styles["place"]}>
      <Note
        level="error"
        action={
          <button type="button" className={controls["button"]} onClick={onRetry}>
            Try again
          </button>
        }
      >
        {what} {errorSentence(error)}
      </Note>
    </div>
  );
}
