import { performance } from "node:perf_hooks";
import { say } from "./say.ts";

const GRACE_MS = 10_000;
// A terminal and a parent process may each send the same signal.
const SAME_SIGNAL_MS = 300;

/**
 * Runs `start` and what it returns until SIGINT, SIGTERM or SIGHUP, then closes it and ends the process.
 * A second signal ends it at once, and after ten seconds it ends anyway.
 */
export async function untilStopped(
  start: (signal: AbortSignal) => Promise<{ close: () => Promise<void> }>,
): Promise<void> {
  const stopped = new AbortController();
  let stoppedAt = 0;
  const stop = () => {
    if (!stopped.signal.aborted) {
      stoppedAt = performance.now();
      stopped.abort();
    } else if (performance.now() - stoppedAt > SAME_SIGNAL_MS) process.exit(1);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, stop);
  const askedToStop = new Promise<void>((resolve) => {
    stopped.signal.addEventListener("abort", () => {
      setTimeout(() => process.exit(1), GRACE_MS).unref();
      resolve();
    });
  });

  let server: { close: () => Promise<void> };
  try {
    server = await start(stopped.signal);
  } catch (error) {
    if (stopped.signal.aborted) return;
    throw error;
  }
  await askedToStop;
  say("Stopping: steps may finish for some seconds. A second signal ends it at once.");
  await server.close();
  // A step that ignores its signal would keep the process.
  process.exit(0);
}
