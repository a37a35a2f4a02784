import { counted } from "#server/core/counted.ts";

const FIRST_WAIT_MS = 1_000;
// Three tries together outlast a service that starts anew.
const GROWTH = 6;
const LONGEST_WAIT_MS = 60_000;
const DAY_MS = 86_400_000;
const MOST_DAYS_TOLD = 3_650;

/** What is said of a wait that is asked for and too long to be kept; null when it is kept. */
export function cutWaitWords(retryAfterMs = 0): string | null {
  if (!Number.isFinite(retryAfterMs) || retryAfterMs <= DAY_MS) return null;
  const days = Math.ceil(retryAfterMs / DAY_MS);
  const asked = days > MOST_DAYS_TOLD ? "more than ten years" : counted(days, "day");
  return `The other side asks to wait for ${asked}; the next attempt is made after one day.`;
}

/**
 * How long a step waits after its `attempt`th try met a temporary fault, in whole milliseconds:
 * six times as long with every try, between half and all of it by `jitter` (0 to 1), and never before the
 * time that the other side asked for, unless that is more than a day.
 */
export function retryWaitMs(attempt: number, jitter: number, retryAfterMs = 0): number {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * GROWTH ** (attempt - 1));
  const wait = longest * (0.5 + jitter / 2);
  const asked = Number.isFinite(retryAfterMs) ? Math.max(0, retryAfterMs) : 0;
  return Math.ceil(Math.max(wait, Math.min(DAY_MS, asked)));
}
