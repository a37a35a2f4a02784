import { VList } from "virtua";
import { clockText, durationText } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import styles from "./waterfall.module.css";
import type { Waterfall, WaterfallRow } from "./waterfall-rows.ts";

type WaterfallProps = {
  waterfall: Waterfall;
  selectedId: string | null;
  onSelect: (stepId: string) => void;
};

export function WaterfallList({ waterfall, selectedId, onSelect }: WaterfallProps) {
  const { rows, seconds } = waterfall;
  return (
    <div className={styles["waterfall"]}>
      <div className={styles["axis"]} aria-hidden>
        <span>Step</span>
        <span className={styles["times"]}>
          <i>0:00</i>
          <i>{clockText(seconds / 2)}</i>
          <i>{clockText(seconds)}</i>
        </span>
        <span className={styles["seconds"]} />
      </div>
      <VList className={styles["list"]} role="list" aria-label="Steps of this run" tabIndex={0}>
        {rows.map((row) => (
          <Row
            key={row.step.stepId}
            row={row}
            isSelected={row.step.stepId === selectedId}
            onSelect={() => onSelect(row.step.stepId)}
          />
        ))}
      </VList>
    </div>
  );
}

function Row({
  row,
  isSelected,
  onSelect,
}: {
  row: WaterfallRow;
  isSelected: boolean;
  onSelect: () => void;
}) {
  const { step, state, segments, seconds } = row;
  const attempts = step.attempts.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the virtual list lays its items out as blocks.
    <div role="listitem" className={styles["row"]}>
      <button type="button" aria-pressed={isSelected} onClick={onSelect}>
        <ToneIcon tone={state.tone} size={16} />
        <span className={styles["text"]}>
          <span className={styles["title"]}>{step.title}</span>
          <span className={styles["detail"]}>
            <b>{step.number}</b>
            {state.label}
            {attempts > 1 && state.tone !== "retrying" ? `, ${attempts} attempts` : ""}
          </span>
        </span>
        <span className={styles["track"]} aria-hidden>
          {segments.map((segment, index) => (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: segments only grow at the end.
              key={index}
              className={joinClasses(styles[segment.kind], styles[segment.outcome])}
              style={{ left: `${segment.start * 100}%`, width: `${Math.max(0.8, segment.width * 100)}%` }}
            />
          ))}
        </span>
        <span className={styles["seconds"]}>
          {seconds === null ? (
            ""
          ) : (
            <>
              <span className={controls["hidden"]}>took </span>
              {durationText(seconds)}
            </>
          )}
        </span>
      </button>
    </div>
  );
}
