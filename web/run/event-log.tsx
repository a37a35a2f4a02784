import { ArrowDown } from "lucide-react";
import { useState } from "react";
import { VList } from "virtua";
import type { RunEvent } from "#server/core/run.ts";
import type { RunStepView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import { cutText } from "#web/ui/cut-text.ts";
import { ArtifactDownloads } from "./artifact-downloads.tsx";
import styles from "./event-log.module.css";
import { eventSentence, eventTone, resumedStarts } from "./event-words.ts";
import { useFollowedTail } from "./use-followed-tail.ts";

type EventLogProps = {
  runId: string;
  events: readonly RunEvent[];
  steps: readonly RunStepView[];
  /** Only what concerns this step; null for the whole run. */
  stepId: string | null;
};

export function EventLog({ runId, events, steps, stepId }: EventLogProps) {
  const [openSeq, setOpenSeq] = useState<number | null>(null);
  const shown = stepId === null ? events : events.filter((event) => event.stepId === stepId);
  const names = new Map(steps.map((step) => [step.stepId, `Step ${step.number} “${step.title}”`]));
  const resumed = resumedStarts(events);
  const { list, follows, follow, watch } = useFollowedTail(shown.length);

  if (shown.length === 0) return <p className={styles["empty"]}>Nothing is logged yet.</p>;
  return (
    <div className={styles["frame"]}>
      <VList
        ref={list}
        className={styles["log"]}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Execution log"
        {...watch}
      >
        {shown.map((event) => (
          <div key={event.seq} className={joinClasses(styles["line"], styles[eventTone(event)])}>
            <button
              type="button"
              aria-expanded={openSeq === event.seq}
              onClick={() => setOpenSeq(openSeq === event.seq ? null : event.seq)}
            >
              <time dateTime={event.at} title={event.at}>
                {new Date(event.at).toLocaleTimeString(undefined, { hour12: false })}
              </time>
              <span>{eventSentence(event, names, resumed.has(event.seq))}</span>
            </button>
            {openSeq === event.seq && (
              <>
                <pre>
                  {cutText(
                    JSON.stringify(
                      { seq: event.seq, type: event.type, worker: event.worker, ...event.data },
                      null,
                      2,
                    ),
                  )}
                </pre>
                <ArtifactDownloads runId={runId} value={event.data} />
              </>
            )}
          </div>
        ))}
      </VList>
      {!follows && (
        <button type="button" className={styles["newest"]} onClick={follow}>
          <ArrowDown size={13} aria-hidden />
          Newest
        </button>
      )}
    </div>
  );
}
