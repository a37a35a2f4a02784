const GRACE_MS = 10_000;

/**
 * Runs `start` and what it returns until SIGINT or SIGTERM, then closes it. A second signal changes
 * nothing (a terminal and a parent process may each send one); after ten seconds the process ends anyway.
 */
export async function untilStopped(
  start: (signal: AbortSignal) => Promise<{ close: () => Promise<void> }>,
): Promise<void> {
  const stopped = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stopped.abort(name));
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
  await server.close();
}
