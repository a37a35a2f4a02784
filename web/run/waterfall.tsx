import { VList } from "virtua";
import { axisText, durationText } from "#web/durations.ts";
import { joinClasses } from "#web/join-classes.ts";
import controls from "#web/ui/controls.module.css";
import { ToneIcon } from "#web/ui/tone-icon.tsx";
import { countedAttempts } from "./counted-attempts.ts";
import styles from "./waterfall.module.css";
import type { Waterfall, WaterfallRow } from "./waterfall-rows.ts";

type WaterfallProps = {
  waterfall: Waterfall;
  selectedId: string | null;
  onSelect: (stepId: string) => void;
  /** Whether the rows flow in a page that scrolls, and do not scroll by themselves. */
  isFlowing: boolean;
};

// A list that flows is drawn whole.
const MOST_FLOWING = 80;
const LABEL = "Steps of this run";

export function WaterfallList({ waterfall, selectedId, onSelect, isFlowing }: WaterfallProps) {
  const { rows, seconds } = waterfall;
  const isWhole = isFlowing && rows.length <= MOST_FLOWING;
  const items = rows.map((row) => (
    <Row
      key={row.step.stepId}
      row={row}
      isSelected={row.step.stepId === selectedId}
      onSelect={() => onSelect(row.step.stepId)}
    />
  ));
  return (
    <div
      className={joinClasses(
        styles["waterfall"],
        isFlowing && (isWhole ? styles["flowing"] : styles["bounded"]),
      )}
    >
      <div className={styles["axis"]} aria-hidden>
        <span>Step</span>
        <span className={styles["times"]}>
          <i>{axisText(0, seconds)}</i>
          <i>{axisText(seconds / 2, seconds)}</i>
          <i>{axisText(seconds, seconds)}</i>
        </span>
        <span className={styles["seconds"]} />
      </div>
      {isWhole ? (
        // biome-ignore lint/a11y/useSemanticElements: the same list as the virtual one.
        <div className={styles["list"]} role="list" aria-label={LABEL}>
          {items}
        </div>
      ) : (
        <VList className={styles["list"]} role="list" aria-label={LABEL} tabIndex={0}>
          {items}
        </VList>
      )}
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
  const attempts = countedAttempts(step);
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
