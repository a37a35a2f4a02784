import { errorSentence, fieldProblems } from "#web/api.ts";
import { Note } from "#web/ui/note.tsx";
import { FireList } from "./fire-list.tsx";
import styles from "./schedule-form.module.css";
import type { useSchedulePreview } from "./trigger-queries.ts";
import { WarningNotes } from "./warning-notes.tsx";

/** What the schedule in the form would do. What is wrong with a field stands at that field. */
export function SchedulePreview({ preview }: { preview: ReturnType<typeof useSchedulePreview> }) {
  const { data, error, isPlaceholderData } = preview;
  if (error) {
    const isAtField = Object.keys(fieldProblems(error)).length > 0;
    return isAtField ? (
      <p className={styles["quiet"]}>The next fires stand here once the fields above fit.</p>
    ) : (
      <Note level="error">The next fires cannot be shown. {errorSentence(error)}</Note>
    );
  }
  if (!data) return null;
  return (
    <section className={styles["preview"]} aria-label="Next fires" aria-busy={isPlaceholderData}>
      <p className={styles["words"]}>{data.words}</p>
      <WarningNotes warnings={data.warnings} />
      <FireList fires={data.fires} timezone={data.timezone} />
    </section>
  );
}
