import { within } from "#server/services/within.ts";

type Limits = { freshMs: number; patienceMs: number };

/**
 * Reads at most once in `freshMs`, and never twice at the same time. Throws when the answer is not
 * there within `patienceMs`; what is still under way then serves the next who asks.
 */
export function freshFor<Value>(read: () => Promise<Value>, limits: Limits): () => Promise<Value> {
  let known: { value: Value; readAt: number } | null = null;
  let current: Promise<Value> | null = null;

  async function readAgain(): Promise<Value> {
    try {
      const value = await read();
      known = { value, readAt: performance.now() };
      return value;
    } finally {
      current = null;
    }
  }

  return async () => {
    if (known !== null && performance.now() - known.readAt < limits.freshMs) return known.value;
    current ??= readAgain();
    return within(limits.patienceMs, current);
  };
}
