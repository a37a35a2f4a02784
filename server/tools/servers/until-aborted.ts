/** The work of others, as long as the signal lets this one wait for it. The work itself goes on. */
export async function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const stop = Promise.withResolvers<never>();
  const abort = () => stop.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work, stop.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
