const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// The pattern of Standard Webhooks, over hours instead of days.
const WAITS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
const LONGEST_WAIT_MS = 24 * HOUR;
const JITTER = 0.1;

/** The first try and one after each wait. */
export const MAX_NOTICE_ATTEMPTS = WAITS_MS.length + 1;

/**
 * How long to wait after the `attempt`th try has failed; null when it was the last one. Up to a tenth more
 * by `jitter` (0 to 1), and never less than the receiver asked for, up to a day.
 */
export function noticeWaitMs(attempt: number, jitter: number, retryAfterMs = 0): number | null {
  const wait = WAITS_MS[attempt - 1];
  if (wait === undefined) return null;
  return Math.ceil(Math.max(wait * (1 + JITTER * jitter), Math.min(retryAfterMs, LONGEST_WAIT_MS)));
}
