import { errorSentence } from "#web/api.ts";
import controls from "#web/ui/controls.module.css";
import { Note } from "#web/ui/note.tsx";

type SendFailureProps = { error: Error | undefined; onAgain: (() => void) | null };

/** Stands under the message that got no whole answer; the message itself stays above it. */
export function SendFailure({ error, onAgain }: SendFailureProps) {
  return (
    <Note
      level="error"
      action={
        onAgain && (
          <button type="button" className={controls["button"]} onClick={onAgain}>
            Send again
          </button>
        )
      }
    >
      The planner did not answer. {error ? errorSentence(error) : ""}
    </Note>
  );
}
