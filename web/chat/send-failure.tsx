import { errorSentence, isRefusedForGood } from "#web/api.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";
import styles from "./send-failure.module.css";

type SendFailureProps = {
  error: Error | undefined;
  onAgain: (() => void) | null;
  /** Takes the words back into the message box. */
  onTakeBack: () => void;
};

/** Stands under a message that the server did not take; the message itself stays above it. */
export function SendFailure({ error, onAgain, onTakeBack }: SendFailureProps) {
  const canSendAgain = onAgain && !isRefusedForGood(error);
  return (
    <Note level="error">
      This message was not sent. {error ? errorSentence(error) : ""}
      <div className={styles["actions"]}>
        {canSendAgain && (
          <button type="button" className={controls["button"]} onClick={onAgain}>
            Send again
          </button>
        )}
        <button type="button" className={controls["button"]} onClick={onTakeBack}>
          Edit
        </button>
      </div>
    </Note>
  );
}
