import { performance } from "node:perf_hooks";
import type { Context } from "#server/context.ts";
import { overdueWatch } from "#server/services/overdue-watch.ts";
import { pruneNotices } from "#server/services/prune-notices.ts";
import { raiseNotices } from "#server/services/raise-notices.ts";
import { raiseSilenceNotices } from "#server/services/raise-silence-notices.ts";
import { type Sending, sendDueNotices } from "#server/services/send-notices.ts";

const BEAT_MS = 1_000;
const SILENCE_EVERY = 2;
const PRUNE_EVERY = 3_600;
const FINISH_MS = 3_000;

/** Raises notices and sends them to their channels until it is stopped. Every worker does. */
export function startNotices(ctx: Context): { stop: () => Promise<void> } {
  const sending: Sending = new Map();
  const stopped = new AbortController();
  const watch = overdueWatch(() => performance.now());
  let isStopping = false;
  let isDue = false;
  let kick = () => {};
  let beats = 0;
  const done = loop();

  return {
    stop: async () => {
      isStopping = true;
      kick();
      await done;
      const timer = setTimeout(() => stopped.abort(), FINISH_MS);
      await Promise.all(sending.values());
      clearTimeout(timer);
    },
  };

  async function loop(): Promise<void> {
    let nextBeat = performance.now();
    while (!isStopping) {
      if (performance.now() >= nextBeat) {
        nextBeat = performance.now() + BEAT_MS;
        await beat();
      }
      while (isDue && !isStopping) {
        isDue = false;
        await attempt("Notices could not be sent", () =>
          sendDueNotices(ctx, { sending, signal: stopped.signal, settled }),
        );
      }
      if (!isStopping) await nextKick(nextBeat - performance.now());
    }
  }

  async function beat(): Promise<void> {
    // What goes wrong in one part keeps the others from nothing.
    if (beats % SILENCE_EVERY === 0) {
      await attempt("Silent schedules could not be looked for", () => raiseSilenceNotices(ctx, watch));
    }
    if (beats % PRUNE_EVERY === 0) await attempt("Old notices could not be deleted", () => pruneNotices(ctx));
    beats += 1;
    await attempt("Notices could not be raised", async () => {
      if ((await raiseNotices(ctx)).isAnyDue) isDue = true;
    });
  }

  /** The next for the same channel need not wait for a beat. */
  function settled(): void {
    isDue = true;
    kick();
  }

  async function attempt(problem: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      ctx.log.warn({ err: error }, problem);
    }
  }

  function nextKick(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, Math.max(0, ms));
      kick = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isDue) kick();
    });
  }
}
