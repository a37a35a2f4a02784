/** The last millisecond of the year 9999: databases and other readers take no time behind it. */
export const LATEST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Ten years: the longest that anything waits. */
export const LONGEST_SECONDS = 315_360_000;

const TIME =
  /^(?<date>(?:\d{4}|[+-]\d{6})-\d\d-\d\d)[T ](?<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(?<zone>Z|[+-]\d\d:?\d\d)$/;

/** The milliseconds of a time with its zone, such as 2030-01-31T09:00:00+01:00; null for any other text. */
export function parseTime(text: string): number | null {
  const { date, clock, zone } = TIME.exec(text.trim().toUpperCase())?.groups ?? {};
  const time = Date.parse(`${date}T${clock}${zone}`);
  if (date === undefined || Number.isNaN(time)) return null;
  // A day that the month does not have would be moved into the next one.
  return new Date(Date.parse(date)).toISOString().startsWith(date) ? time : null;
}
