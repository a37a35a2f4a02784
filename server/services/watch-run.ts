import type { Database } from "#db/client.ts";
import type { Context } from "#server/context.ts";
import { RUN_CHANNEL } from "./notify-runs.ts";

type Watchers = { wakes: Map<string, Set<() => void>>; stop: Promise<() => Promise<void>> };

// One LISTEN per open database, however many readers there are.
const watchersOf = new WeakMap<Database, Watchers>();

/** Calls `wake` whenever the run's log has grown. Returns how to stop. */
export async function subscribeToRun(
  ctx: Context,
  runId: string,
  wake: () => void,
): Promise<() => Promise<void>> {
  const watchers = watchersOf.get(ctx.database) ?? listen(ctx.database);
  const wakes = watchers.wakes.get(runId) ?? new Set();
  const entry = () => wake();
  watchers.wakes.set(runId, wakes.add(entry));
  try {
    await watchers.stop;
  } catch (error) {
    watchersOf.delete(ctx.database);
    throw error;
  }

  return async () => {
    wakes.delete(entry);
    if (wakes.size === 0 && watchers.wakes.get(runId) === wakes) watchers.wakes.delete(runId);
    if (watchers.wakes.size > 0 || watchersOf.get(ctx.database) !== watchers) return;
    watchersOf.delete(ctx.database);
    const stop = await watchers.stop;
    await stop();
  };
}

function listen(database: Database): Watchers {
  const wakes: Watchers["wakes"] = new Map();
  const stop = database.listen(RUN_CHANNEL, (runId) => {
    // An empty one says that notes may have been lost.
    const woken = runId === "" ? [...wakes.values()] : [wakes.get(runId) ?? []];
    for (const wakesOfRun of woken) for (const wake of wakesOfRun) wake();
  });
  const watchers = { wakes, stop };
  watchersOf.set(database, watchers);
  return watchers;
}
