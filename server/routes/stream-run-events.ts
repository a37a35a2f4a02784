import type { Context as Request } from "hono";
import { streamSSE } from "hono/streaming";
import type { Context } from "#server/context.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { listRunEvents } from "#server/services/list-run-events.ts";
import { readRunProgress } from "#server/services/read-run-progress.ts";
import { subscribeToRun } from "#server/services/watch-run.ts";

const PAGE = 500;
// Proxies drop connections that stay silent for a minute or so.
const HEARTBEAT_MS = 15_000;
const FINAL_TYPES = ["run-completed", "run-failed", "run-canceled"];

/**
 * A run's log as it grows: what is there after `after`, then each event as it is written, until the
 * run is over. A stream that has nothing left answers 204, which tells browsers not to come back.
 */
export async function streamRunEvents(ctx: Context, c: Request, from: { runId: string; after: number }) {
  const { runId } = from;
  const run = await readRunProgress(ctx, { runId });
  let isOver = isFinalRunStatus(run.status);
  if (isOver && run.seq <= from.after) return c.body(null, 204);

  return streamSSE(c, async (stream) => {
    let wake = () => {};
    let isWoken = false;
    const unsubscribe = await subscribeToRun(ctx, runId, () => {
      isWoken = true;
      wake();
    });
    stream.onAbort(() => wake());

    try {
      let after = from.after;
      while (!stream.aborted) {
        isWoken = false;
        const events = await listRunEvents(ctx, { runId, after, limit: PAGE });
        for (const event of events) {
          await stream.writeSSE({ id: String(event.seq), event: event.type, data: JSON.stringify(event) });
          after = event.seq;
          isOver ||= FINAL_TYPES.includes(event.type);
        }
        if (events.length === PAGE) continue;
        if (isOver) return;
        if (isWoken || stream.aborted) continue;

        const reason = await new Promise<"woken" | "silent">((resolve) => {
          const timer = setTimeout(() => resolve("silent"), HEARTBEAT_MS);
          wake = () => {
            clearTimeout(timer);
            resolve("woken");
          };
        });
        if (reason === "silent" && !stream.aborted) await stream.write(": still here\n\n");
      }
    } catch (error) {
      ctx.log.warn({ err: error, runId }, "event stream ended early");
    } finally {
      await unsubscribe();
    }
  });
}
