import type { Json } from "#server/core/json.ts";

const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ["ms", 1],
  ["s", 1_000],
  ["sec", 1_000],
  ["second", 1_000],
  ["m", 60_000],
  ["min", 60_000],
  ["minute", 60_000],
  ["h", 3_600_000],
  ["hour", 3_600_000],
  ["d", 86_400_000],
  ["day", 86_400_000],
]);
const PART = /(\d+(?:\.\d+)?) ?([a-z]+) ?/gy;

/** Seconds out of `90`, `"90"`, `"5m"`, `"1h 30m"` or `"2 minutes"`; `NaN` for anything else. */
export function secondsOf(value: Json): number {
  if (typeof value === "number") return value;
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  let milliseconds = 0;
  let end = 0;
  for (const [part, count, unit = ""] of text.matchAll(PART)) {
    const each = MILLISECONDS.get(unit) ?? MILLISECONDS.get(unit.replace(/s$/, ""));
    milliseconds += each === undefined ? Number.NaN : Number(count) * each;
    end += part.length;
  }
  return text !== "" && end === text.length ? milliseconds / 1_000 : Number.NaN;
}
