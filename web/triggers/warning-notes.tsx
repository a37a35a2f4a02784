import type { TriggerWarning } from "#server/core/trigger-views.ts";
import { Note } from "#web/ui/note.tsx";
import styles from "./warning-notes.module.css";

// Facts about certain days, where nothing has to be changed.
const FACTS = new Set(["dst_gap", "dst_overlap", "rare"]);

/** What a person should know before something starts runs by itself. */
export function WarningNotes({ warnings }: { warnings: readonly TriggerWarning[] }) {
  return (
    <>
      <Messages level="warning" warnings={warnings.filter(({ code }) => !FACTS.has(code))} />
      <Messages level="info" warnings={warnings.filter(({ code }) => FACTS.has(code))} />
    </>
  );
}

function Messages({ level, warnings }: { level: "info" | "warning"; warnings: readonly TriggerWarning[] }) {
  const [first] = warnings;
  if (first === undefined) return null;
  return (
    <Note level={level}>
      {warnings.length === 1 ? (
        first.message
      ) : (
        <ul className={styles["list"]}>
          {warnings.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </Note>
  );
}
