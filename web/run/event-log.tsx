import { useEffect, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import type { RunEvent } from "#server/core/run.ts";
import type { RunStepView } from "#server/core/views.ts";
import { joinClasses } from "#web/join-classes.ts";
import { cutText } from "#web/ui/cut-text.ts";
import { ArtifactDownloads } from "./artifact-downloads.tsx";
import styles from "./event-log.module.css";
import { eventSentence, eventTone } from "./event-words.ts";

type EventLogProps = {
  runId: string;
  events: readonly RunEvent[];
  steps: readonly RunStepView[];
  /** Only what concerns this step; null for the whole run. */
  stepId: string | null;
};

export function EventLog({ runId, events, steps, stepId }: EventLogProps) {
  const list = useRef<VListHandle>(null);
  const [openSeq, setOpenSeq] = useState<number | null>(null);
  const [follows, setFollows] = useState(true);
  const shown = stepId === null ? events : events.filter((event) => event.stepId === stepId);
  const names = new Map(steps.map((step) => [step.stepId, `Step ${step.number} “${step.title}”`]));

  useEffect(() => {
    if (follows && shown.length > 0) list.current?.scrollToIndex(shown.length - 1);
  }, [follows, shown.length]);

  if (shown.length === 0) return <p className={styles["empty"]}>Nothing is logged yet.</p>;
  return (
    <VList
      ref={list}
      className={styles["log"]}
      tabIndex={0}
      role="log"
      aria-live="off"
      aria-label="Execution log"
      onScroll={(offset) => {
        const element = list.current;
        if (element) setFollows(offset >= element.scrollSize - element.viewportSize - 24);
      }}
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
            <span>
              {eventSentence(event, event.stepId === null ? null : (names.get(event.stepId) ?? event.stepId))}
            </span>
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
  );
}
