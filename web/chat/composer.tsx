import { ArrowUp, Square } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useFittingHeight } from "#web/ui/use-fitting-height.ts";
import styles from "./composer.module.css";
import { readDraft, writeDraft } from "./draft-storage.ts";
import { isLongText } from "./long-text.ts";
import { insertMention, mentionedSteps, withSentence } from "./step-mentions.ts";
import { useStepFocus } from "./step-focus.ts";

export type ComposerHandle = {
  focus: () => void;
  mention: (stepNumber: number) => void;
  write: (text: string) => void;
};

type ComposerProps = {
  ref?: Ref<ComposerHandle>;
  draftKey: string;
  label: string;
  placeholder: string;
  isBusy: boolean;
  isOffline: boolean;
  /** What Up in an empty box brings back. */
  lastText?: string;
  onSend: (text: string) => void;
  onStop?: () => void;
};

const HEIGHT = { most: 200, frame: 1 };

export function Composer(props: ComposerProps) {
  const { ref, draftKey, label, placeholder, isBusy, isOffline, lastText = "", onSend, onStop } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(draftKey));
  const { titleOf, focus } = useStepFocus();
  const mentioned = (isLongText(text) ? [] : mentionedSteps(text)).filter(
    (number) => titleOf(number) !== null,
  );
  const hasWords = text.trim() !== "" && !isOffline;
  const canSend = hasWords && !isBusy;
  // Enter while the planner answers: sent as soon as it has.
  const [waits, setWaits] = useState(false);

  function write(next: string, caret = next.length) {
    setText(next);
    writeDraft(draftKey, next);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(caret, caret);
    });
  }

  useImperativeHandle(ref, () => ({
    focus: () => box.current?.focus(),
    mention: (stepNumber) => {
      const next = insertMention(text, box.current?.selectionStart ?? text.length, stepNumber);
      write(next.text, next.caret);
    },
    write: (addition) => write(withSentence(text, addition)),
  }));

  useFittingHeight(box, text, HEIGHT);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    setWaits(hasWords && isBusy);
    if (!canSend) return;
    onSend(text.trim());
    setText("");
    writeDraft(draftKey, "");
  }

  useEffect(() => {
    if (waits && canSend) submit();
  });

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, Enter chooses a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    } else if (event.key === "ArrowUp" && text === "" && lastText !== "") {
      event.preventDefault();
      write(lastText);
    }
  }

  return (
    <form className={styles["composer"]} onSubmit={submit}>
      {mentioned.length > 0 && (
        <ul className={styles["mentions"]} aria-label="Steps in this message">
          {mentioned.map((number) => (
            <li key={number}>
              <button type="button" onClick={() => focus(number)}>
                <b>{number}</b>
                {titleOf(number)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={box}
        value={text}
        rows={1}
        aria-label={label}
        placeholder={placeholder}
        onChange={(event) => {
          setWaits(false);
          setText(event.currentTarget.value);
          writeDraft(draftKey, event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles["foot"]}>
        <span className={styles["hint"]}>
          {isOffline ? (
            "You are offline. Your text is kept."
          ) : isBusy && text.trim() !== "" ? (
            waits ? (
              "Sent as soon as the planner has answered."
            ) : (
              "The planner is answering."
            )
          ) : (
            <>
              <kbd>↵</kbd> send <kbd>⇧↵</kbd> new line <kbd>/</kbd> focus
            </>
          )}
        </span>
        {isBusy && onStop ? (
          <button type="button" className={styles["send"]} aria-label="Stop" onClick={onStop}>
            <Square size={12} fill="currentColor" aria-hidden />
          </button>
        ) : (
          <button type="submit" className={styles["send"]} aria-label="Send" disabled={!canSend}>
            <ArrowUp size={17} strokeWidth={2.4} aria-hidden />
          </button>
        )}
      </div>
    </form>
  );
}
