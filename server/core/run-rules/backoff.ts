const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const LONGEST_RETRY_AFTER_MS = 86_400_000;

/**
 * How long a step waits after its `attempt`th try met a temporary fault, in whole milliseconds:
 * doubled with every try, between half and all of it by `jitter` (0 to 1), and never before the
 * time that the other side asked for.
 */
export function retryWaitMs(attempt: number, jitter: number, retryAfterMs = 0): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
  const wait = longest * (0.5 + jitter / 2);
  const asked = Number.isFinite(retryAfterMs) ? Math.max(0, retryAfterMs) : 0;
  return Math.ceil(Math.max(wait, Math.min(LONGEST_RETRY_AFTER_MS, asked)));
}
