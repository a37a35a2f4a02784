// RFC 9110 §5.6.7. A parser of dates takes much that is none, and a wait that nobody asked for would follow.
const HTTP_DATE =
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [A-Za-z0-9 -]+ \d\d:\d\d:\d\d(?<zone> GMT| UTC)?(?: \d{4})?$/;

/** How long the server asks to wait: `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  now = Date.now(),
): number | undefined {
  const milliseconds = headers["retry-after-ms"];
  if (milliseconds !== undefined && /^\d+(\.\d+)?$/.test(milliseconds)) return bounded(Number(milliseconds));

  const after = headers["retry-after"]?.trim();
  if (after === undefined) return undefined;
  if (/^\d+$/.test(after)) return bounded(Number(after) * 1_000);
  const found = HTTP_DATE.exec(after);
  if (!found) return undefined;
  // The form of asctime() names no zone and means GMT.
  const date = Date.parse(found.groups?.["zone"] === undefined ? `${after} GMT` : after);
  return Number.isNaN(date) ? undefined : bounded(date - now);
}

/** What is far too long is for whoever waits to judge. */
function bounded(milliseconds: number): number {
  return Math.min(Math.max(Math.ceil(milliseconds), 0), Number.MAX_SAFE_INTEGER);
}
