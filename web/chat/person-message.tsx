import { Pencil } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { FoldedText } from "./folded-text.tsx";
import { isLongText } from "./long-text.ts";
import { Markdown } from "./markdown.tsx";
import styles from "./message.module.css";
import { MessageEditor } from "./message-editor.tsx";
import { messageText, type PlannerMessage } from "./planner-message.ts";

type PersonMessageProps = {
  message: PlannerMessage;
  /** Says it in other words; null while that is not possible. */
  onRephrase: ((message: PlannerMessage, text: string) => void) | null;
  /** Puts words into the message box. */
  onTakeBack: (text: string) => void;
  /** What stands under a message that was not delivered. */
  children?: ReactNode;
};

export function PersonMessage({ message, onRephrase, onTakeBack, children }: PersonMessageProps) {
  const [isEditing, setIsEditing] = useState(false);
  const wasEditing = useRef(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const text = messageText(message);
  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <article
      className={joinClasses(styles["message"], styles["person"])}
      aria-label="You"
      data-message={message.id}
      tabIndex={-1}
    >
      {isEditing ? (
        <MessageEditor
          text={text}
          onCancel={() => setIsEditing(false)}
          onSend={
            onRephrase &&
            ((words) => {
              setIsEditing(false);
              onRephrase(message, words);
            })
          }
          onMove={(words) => {
            setIsEditing(false);
            onTakeBack(words);
          }}
        />
      ) : (
        <div className={styles["bubble"]}>
          {isLongText(text) ? <FoldedText text={text} /> : <Markdown text={text} />}
        </div>
      )}
      {onRephrase && !isEditing && (
        <div className={joinClasses(styles["actions"], styles["own"])}>
          <button
            ref={pencil}
            type="button"
            className={controls["iconButton"]}
            aria-label="Edit message"
            title="Edit message"
            onClick={() => setIsEditing(true)}
          >
            <Pencil size={14} aria-hidden />
          </button>
        </div>
      )}
      {children}
    </article>
  );
}
