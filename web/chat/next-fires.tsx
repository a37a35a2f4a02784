import { zoneTimeText } from "#web/triggers/zone-time.ts";
import { viewerZone } from "#web/viewer-zone.ts";
import styles from "./proposal-card.module.css";

const SHOWN = 3;

/** The first few fires, on the clocks of the schedule and on those of whoever looks. */
export function NextFires({ times, timezone }: { times: readonly string[]; timezone: string }) {
  const own = viewerZone();
  if (times.length === 0) return null;
  return (
    <div className={styles["fires"]}>
      <span>Next fires</span>
      <ol>
        {times.slice(0, SHOWN).map((at) => (
          <li key={at}>
            {zoneTimeText(at, timezone)}
            {own !== timezone && <small>for you {zoneTimeText(at, own)}</small>}
          </li>
        ))}
      </ol>
    </div>
  );
}
