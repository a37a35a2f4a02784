import { Link } from "wouter";
import type { ScheduleView } from "#server/core/trigger-views.ts";
import controls from "#web/ui/controls.module.css";
import { Loading } from "#web/ui/loading.tsx";
import { RetryNote } from "#web/ui/retry-note.tsx";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import styles from "./history.module.css";
import { LinkedRuns } from "./linked-runs.tsx";
import { slotState, slotTimeText } from "./schedule-words.ts";
import { useSlots } from "./trigger-queries.ts";

/** What became of the slots of a schedule, newest first. */
export function SlotList({ schedule }: { schedule: ScheduleView }) {
  const slots = useSlots(schedule.scheduleId);
  const items = slots.data?.pages.flatMap((page) => page.items) ?? [];
  if (!slots.data && slots.error) {
    return (
      <RetryNote
        what="The slots could not be loaded."
        error={slots.error}
        onRetry={() => void slots.refetch()}
      />
    );
  }
  if (!slots.data) return <Loading label="Loading slots" rows={2} />;
  if (items.length === 0) return <p className={styles["quiet"]}>No slot has come yet.</p>;
  return (
    <>
      <ul className={styles["rows"]} aria-label="Slots">
        {items.map((slot) => {
          const { tone, label } = slotState(slot);
          return (
            <li key={slot.scheduledFor}>
              <ToneIcon tone={tone} />
              <time dateTime={slot.scheduledFor}>{slotTimeText(slot, schedule.timezone)}</time>
              <span className={styles["what"]}>
                {label}
                {slot.detail !== null && (
                  <small>
                    <LinkedRuns text={slot.detail} />
                  </small>
                )}
              </span>
              {slot.runId !== null && <Link href={`/runs/${slot.runId}`}>See the run</Link>}
            </li>
          );
        })}
      </ul>
      {slots.hasNextPage && (
        <button
          type="button"
          className={controls["linkButton"]}
          disabled={slots.isFetchingNextPage}
          onClick={() => void slots.fetchNextPage()}
        >
          Show earlier slots
        </button>
      )}
    </>
  );
}
