import { DAY_MS } from "./schedule-slots.ts";

/** The zone's clocks as they stand from an instant: `offset` is wall time minus UTC, up to before `until`. */
type Clocks = { offset: number; until: number };
/** The clocks of a zone are set from one offset to another. */
export type ClockChange = { at: number; before: number; after: number };

// No zone has changed its clocks and changed them back within a week since 1970.
const SPAN_MS = 7 * DAY_MS;
const OFFSET = /GMT(?:(?<sign>[+-])(?<hours>\d\d):(?<minutes>\d\d)(?::(?<seconds>\d\d))?)?$/;

type Zone = { format: Intl.DateTimeFormat; spans: Map<number, readonly ClockChange[]> };
// Asking Intl takes microseconds; the answers never change.
const zones = new Map<string, Zone>();

export function clocksAt(timezone: string, at: number): Clocks {
  const index = Math.floor(at / SPAN_MS);
  const changes = changesOfSpan(timezone, index);
  const following = changes.find((change) => change.at > at);
  const latest = changes.findLast((change) => change.at <= at) ?? changes[0];
  const offset = following?.before ?? latest?.after ?? 0;
  return { offset, until: following?.at ?? (index + 1) * SPAN_MS };
}

/**
 * The first instant at which the zone's clocks show a wall time or a later one: of a time that comes twice the
 * first, of a time that is left out the first after the gap.
 */
export function firstInstantOf(timezone: string, wall: number): number {
  for (let at = wall - DAY_MS; ; ) {
    const { offset, until } = clocksAt(timezone, at);
    const reached = Math.max(at, wall - offset);
    if (reached < until) return reached;
    at = until;
  }
}

/** When the clocks are changed, from one instant to before another. */
export function clockChanges(timezone: string, from: number, to: number): ClockChange[] {
  const spans = Array.from(
    { length: Math.ceil(to / SPAN_MS) - Math.floor(from / SPAN_MS) },
    (_item, index) => Math.floor(from / SPAN_MS) + index,
  );
  return spans
    .flatMap((index) => changesOfSpan(timezone, index))
    .filter(({ at, before, after }) => before !== after && at >= from && at < to);
}

/** The changes within a week; in a week without any, one from its start that changes nothing. */
function changesOfSpan(timezone: string, index: number): readonly ClockChange[] {
  const zone = zones.get(timezone) ?? openZone(timezone);
  const known = zone.spans.get(index);
  if (known) return known;
  const from = index * SPAN_MS;
  const changes = findChanges(zone, from, from + SPAN_MS);
  const offset = changes.length === 0 ? offsetAt(zone, from) : 0;
  const span = changes.length > 0 ? changes : [{ at: from, before: offset, after: offset }];
  zone.spans.set(index, span);
  return span;
}

function findChanges(zone: Zone, from: number, to: number): ClockChange[] {
  const [before, after] = [offsetAt(zone, from), offsetAt(zone, to)];
  if (before === after) return [];
  if (to - from <= 1_000) return [{ at: to, before, after }];
  const middle = Math.floor((from + to) / 2_000) * 1_000;
  return [...findChanges(zone, from, middle), ...findChanges(zone, middle, to)];
}

function openZone(timezone: string): Zone {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: timezone, timeZoneName: "longOffset" });
  const zone = { format, spans: new Map<number, readonly ClockChange[]>() };
  zones.set(timezone, zone);
  return zone;
}

function offsetAt({ format }: Zone, at: number): number {
  const { sign, hours, minutes, seconds } = OFFSET.exec(format.format(at))?.groups ?? {};
  const total = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return (sign === "-" ? -total : total) * 1_000;
}
