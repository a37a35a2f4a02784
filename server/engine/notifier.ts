import type { Context } from "#server/context.ts";
import { notifyRuns } from "#server/services/notify-runs.ts";

const GATHER_MS = 40;

/**
 * Tells watchers about changed runs, soon after the commits and outside of them: a notification in a
 * commit would make all commits of the database wait for each other.
 */
export function notifier(ctx: Context) {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const runIds = [...changed];
    changed.clear();
    await notifyRuns(ctx, runIds);
  }

  return {
    add(runIds: readonly string[]): void {
      for (const runId of runIds) changed.add(runId);
      if (changed.size > 0) timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    flush,
  };
}
