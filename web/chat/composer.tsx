import { ArrowUp, Square } from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import styles from "./composer.module.css";
import { readDraft, writeDraft } from "./draft-storage.ts";
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

const MAX_HEIGHT = 200;

export function Composer(props: ComposerProps) {
  const { ref, draftKey, label, placeholder, isBusy, isOffline, lastText = "", onSend, onStop } = props;
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readDraft(draftKey));
  const { titleOf, focus } = useStepFocus();
  const mentioned = mentionedSteps(text).filter((number) => titleOf(number) !== null);
  const canSend = text.trim() !== "" && !isBusy && !isOffline;

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

  useLayoutEffect(() => {
    if (!box.current) return;
    box.current.style.height = "0";
    box.current.style.height = `${Math.min(box.current.scrollHeight + (text === "" ? 0 : 1), MAX_HEIGHT)}px`;
  }, [text]);

  function submit(event?: FormEvent) {
    event?.preventDefault();
    if (!canSend) return;
    onSend(text.trim());
    setText("");
    writeDraft(draftKey, "");
  }

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
          setText(event.currentTarget.value);
          writeDraft(draftKey, event.currentTarget.value);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={styles["foot"]}>
        <span className={styles["hint"]}>
          {isOffline ? (
            "You are offline. Your text is kept."
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
