/** Turns for work of which only so much is done at once; the rest waits in order. */
export function createTurns(most: number) {
  let free = most;
  const waiting = new Set<() => void>();

  return {
    /** Waits for a turn; false when the signal was aborted first. Each turn taken is given back. */
    async take(signal: AbortSignal): Promise<boolean> {
      if (signal.aborted) return false;
      if (free > 0) {
        free -= 1;
        return true;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const begin = () => resolve(true);
      const leave = () => {
        waiting.delete(begin);
        resolve(false);
      };
      waiting.add(begin);
      signal.addEventListener("abort", leave);
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", leave);
      }
    },
    giveBack(): void {
      const [next] = waiting;
      if (next === undefined) {
        free += 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
