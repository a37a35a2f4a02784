import type { PreviewedFire } from "#server/core/schedule-views.ts";
import { viewerZone } from "#web/viewer-zone.ts";
import styles from "./fire-list.module.css";
import { zoneTimeText } from "./zone-time.ts";

type FireListProps = { fires: readonly PreviewedFire[]; timezone: string };

/** When it fires, on the clocks of its zone and on those of whoever looks. */
export function FireList({ fires, timezone }: FireListProps) {
  const own = viewerZone();
  const showsOwn = own !== timezone;
  return (
    <table className={styles["fires"]}>
      <thead>
        <tr>
          <th scope="col">In {timezone}</th>
          {showsOwn && <th scope="col">For you, in {own}</th>}
        </tr>
      </thead>
      <tbody>
        {fires.map((fire) => (
          <tr key={fire.at}>
            <td>
              {zoneTimeText(fire.at, timezone)} <small>UTC{fire.offset}</small>
              {fire.note !== undefined && <em>{fire.note}</em>}
            </td>
            {showsOwn && <td>{zoneTimeText(fire.at, own)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
