import { Eye, EyeOff, History } from "lucide-react";
import type { DiffCounts } from "#web/diff-words.ts";
import { DiffCounters } from "#web/ui/diff-mark.tsx";
import styles from "./revision-bar.module.css";

type RevisionBarProps = {
  shown: number;
  newest: number;
  changeDescription: string | null;
  counts: DiffCounts | null;
  showsChanges: boolean;
  onShow: (revision: number) => void;
  onToggleChanges: () => void;
};

const MAX_TICKS = 24;

export function RevisionBar(props: RevisionBarProps) {
  const { shown, newest, changeDescription, counts, showsChanges, onShow, onToggleChanges } = props;
  const filled = newest < 2 ? "100%" : `${((shown - 1) / (newest - 1)) * 100}%`;
  return (
    <div className={styles["bar"]}>
      <span className={styles["label"]} title={changeDescription ?? undefined}>
        <History size={14} aria-hidden />r{shown}
      </span>
      <div className={styles["slider"]}>
        <input
          type="range"
          min={1}
          max={Math.max(1, newest)}
          step={1}
          value={shown}
          disabled={newest < 2}
          aria-label="Revision"
          aria-valuetext={`Revision ${shown} of ${newest}${changeDescription ? `: ${changeDescription}` : ""}`}
          ref={(element) => element?.style.setProperty("--filled", filled)}
          onChange={(event) => onShow(Number(event.currentTarget.value))}
        />
        {newest > 1 && newest <= MAX_TICKS && (
          <div className={styles["ticks"]} aria-hidden>
            {Array.from({ length: newest }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a tick is its place.
              <i key={index} data-on={index < shown || undefined} />
            ))}
          </div>
        )}
      </div>
      <div className={styles["counts"]}>{counts && <DiffCounters counts={counts} hasWords={false} />}</div>
      <button
        type="button"
        className={styles["toggle"]}
        aria-pressed={showsChanges}
        hidden={shown < 2}
        onClick={onToggleChanges}
      >
        {showsChanges ? <Eye size={13} aria-hidden /> : <EyeOff size={13} aria-hidden />}
        Changes
      </button>
    </div>
  );
}
