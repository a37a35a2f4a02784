import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { useFittingHeight } from "#web/ui/use-fitting-height.ts";
import styles from "./message-editor.module.css";

type MessageEditorProps = {
  text: string;
  /** Null once something newer was said: then the words can only go out as a message of their own. */
  onSend: ((text: string) => void) | null;
  onMove: (text: string) => void;
  onCancel: () => void;
};

// The style sheet keeps it within the screen.
const HEIGHT = { most: 2_000, frame: 2 };

/** Other words for a message that was sent. */
export function MessageEditor({ text: sent, onSend, onMove, onCancel }: MessageEditorProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(sent);
  const isEmpty = text.trim() === "";

  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.setSelectionRange(sent.length, sent.length);
  }, [sent]);
  useFittingHeight(box, text, HEIGHT);

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      submit();
    }
  }

  function submit() {
    if (!isEmpty) onSend?.(text.trim());
  }

  return (
    <form
      className={styles["editor"]}
      aria-label="Edit message"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <textarea
        ref={box}
        value={text}
        rows={1}
        aria-label="Your message in other words"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles["foot"]}>
        <span>
          {onSend
            ? "The plan is taken as it was before this message."
            : "Something newer was said, so this can only be a message of its own."}
        </span>
        <button type="button" className={controls["button"]} onClick={onCancel}>
          Cancel
        </button>
        {onSend ? (
          <button
            type="submit"
            className={joinClasses(controls["button"], controls["primary"])}
            disabled={isEmpty}
          >
            Send
          </button>
        ) : (
          <button type="button" className={controls["button"]} onClick={() => onMove(text)}>
            To the message box
          </button>
        )}
      </div>
    </form>
  );
}
