const WEEK_SECONDS = 7 * 86_400;

/** `120 ms`, `1.4 s`, `45 s`, `2 min 5 s`, `1 h 4 min`, `3 d 2 h`. */
export function durationText(seconds: number): string {
  if (seconds <= 0) return "0 s";
  if (seconds < 0.9995) return `${Math.max(1, Math.round(seconds * 1_000))} ms`;
  if (seconds < 9.95) return `${Number(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return twoUnits(whole, 60, "min", 1, "s");
  if (whole < 86_400) return twoUnits(whole, 3_600, "h", 60, "min");
  return twoUnits(whole, 86_400, "d", 3_600, "h");
}

function twoUnits(
  seconds: number,
  large: number,
  largeName: string,
  small: number,
  smallName: string,
): string {
  const count = Math.floor(seconds / large);
  const rest = Math.floor((seconds % large) / small);
  return rest === 0 ? `${count} ${largeName}` : `${count} ${largeName} ${rest} ${smallName}`;
}

/** A point on the axis of a run that takes `total` seconds: `400 ms`, `2.5 s`, `12:30`. */
export function axisText(seconds: number, total: number): string {
  if (total < 1) return `${Math.round(seconds * 1_000)} ms`;
  return total < 60 ? `${seconds.toFixed(1)} s` : clockText(seconds);
}

/** `0:08`, `12:30`, `1:02:05`: for the axis of a timeline. */
export function clockText(seconds: number): string {
  const whole = Math.round(seconds);
  const pad = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${pad(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(whole % 60)}`;
}

export function secondsBetween(from: string, to: string | number): number {
  return (new Date(to).getTime() - new Date(from).getTime()) / 1_000;
}

/** `just now`, `5 min ago`; older than a week as a date. A clock that is ahead makes nothing future. */
export function timeAgo(at: string, now: number): string {
  const seconds = Math.max(0, (now - new Date(at).getTime()) / 1_000);
  if (seconds < 10) return "just now";
  if (seconds < 45) return "a moment ago";
  return seconds > WEEK_SECONDS ? dateText(at) : `${roughText(seconds)} ago`;
}

/** `in 2 h`; later than a week as a date. What is due already is `now`. */
export function timeUntil(at: string, now: number): string {
  const seconds = Math.max(0, (new Date(at).getTime() - now) / 1_000);
  if (seconds < 1) return "now";
  if (seconds < 45) return "in a moment";
  return seconds > WEEK_SECONDS ? dateText(at) : `in ${roughText(seconds)}`;
}

function roughText(seconds: number): string {
  if (seconds < 3_570) return `${Math.round(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} d`;
}

export function dateText(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
