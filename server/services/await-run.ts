import type { Context } from "#server/context.ts";
import { isFinalRunStatus } from "#server/core/run.ts";
import { readRunProgress } from "./read-run-progress.ts";
import { subscribeToRun } from "./watch-run.ts";

/** Whether the run is over within `ms`. Ends early, with no, when `signal` says that nobody waits any more. */
export async function awaitRun(
  ctx: Context,
  { runId, ms, signal }: { runId: string; ms: number; signal?: AbortSignal },
): Promise<boolean> {
  const end = performance.now() + ms;
  let wake = () => {};
  let isWoken = false;
  const notice = () => {
    isWoken = true;
    wake();
  };
  const unsubscribe = await subscribeToRun(ctx, runId, notice);
  signal?.addEventListener("abort", notice, { once: true });
  try {
    for (;;) {
      isWoken = false;
      const { status } = await readRunProgress(ctx, { runId });
      if (isFinalRunStatus(status)) return true;
      const left = end - performance.now();
      if (left <= 0 || signal?.aborted) return false;
      if (isWoken) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  } finally {
    signal?.removeEventListener("abort", notice);
    await unsubscribe();
  }
}
