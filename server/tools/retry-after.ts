const MAX_WAIT_MS = 24 * 60 * 60 * 1_000;

/** How long the server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  now = Date.now(),
): number | undefined {
  const milliseconds = headers["retry-after-ms"];
  if (milliseconds !== undefined && /^\d+(\.\d+)?$/.test(milliseconds)) return bounded(Number(milliseconds));

  const after = headers["retry-after"]?.trim();
  if (after === undefined || after === "") return undefined;
  if (/^\d+$/.test(after)) return bounded(Number(after) * 1_000);
  const date = Date.parse(after);
  return Number.isNaN(date) ? undefined : bounded(date - now);
}

function bounded(milliseconds: number): number {
  return Math.min(Math.max(Math.ceil(milliseconds), 0), MAX_WAIT_MS);
}
