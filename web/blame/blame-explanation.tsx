import type { BlameEntry, BlameView } from "#server/core/views.ts";
import { dateText, timeAgo } from "#web/durations.ts";
import styles from "./blame-explanation.module.css";

type BlameExplanationProps = {
  name: string;
  entry: BlameEntry;
  messages: BlameView["messages"];
  onJump: (messageId: string) => void;
};

export function BlameExplanation({ name, entry, messages, onJump }: BlameExplanationProps) {
  const first = entry.original ?? entry;
  const words = messages[first.messageId]?.words ?? "";
  return (
    <div className={styles["explanation"]}>
      <p className={styles["head"]}>
        <b>{name}</b>
        <span>
          set in r{first.revision}
          <When at={messages[first.messageId]?.at} />
        </span>
      </p>
      <blockquote>{words}</blockquote>
      {entry.original && (
        <p className={styles["again"]}>
          Brought back in r{entry.revision}
          <When at={messages[entry.messageId]?.at} /> by{" "}
          <button type="button" onClick={() => onJump(entry.messageId)}>
            “{messages[entry.messageId]?.words}”
          </button>
        </p>
      )}
      <button type="button" className={styles["jump"]} onClick={() => onJump(first.messageId)}>
        Show in the conversation
      </button>
    </div>
  );
}

function When({ at }: { at: string | undefined }) {
  if (at === undefined) return null;
  return (
    <>
      ,{" "}
      <time dateTime={at} title={dateText(at)}>
        {timeAgo(at, Date.now())}
      </time>
    </>
  );
}
