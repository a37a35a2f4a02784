/** `45 s`, `2 min 5 s`, `1 h 4 min`, `3 d 2 h`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return seconds <= 0 ? "0 s" : "under 1 s";
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

/** `just now`, `5 min ago`, `in 2 h`; older or later than a week as a date. */
export function relativeTime(at: string, now: number): string {
  const seconds = (new Date(at).getTime() - now) / 1_000;
  const distance = Math.abs(seconds);
  if (distance < 45) return seconds <= 0 ? "just now" : "in a moment";
  const words =
    distance < 3_570
      ? `${Math.round(distance / 60)} min`
      : distance < 86_400
        ? `${Math.round(distance / 3_600)} h`
        : `${Math.round(distance / 86_400)} d`;
  if (distance > 7 * 86_400) return dateText(at);
  return seconds <= 0 ? `${words} ago` : `in ${words}`;
}

export function dateText(at: string): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}
