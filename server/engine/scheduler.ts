import type { Context } from "#server/context.ts";
import { SCHEDULE_CHANNEL } from "#server/services/find-schedule.ts";
import { fireDueSchedules } from "#server/services/fire-due-schedules.ts";
import { within } from "#server/services/within.ts";
import { monotonicNow } from "./commit-round.ts";

const LONGEST_SLEEP_MS = 1_000;
const STRAY_EVERY_MS = 15_000;
const FINISH_MS = 3_000;

/** Fires the schedules whose slots have come, until it is stopped. Every worker runs one. */
export async function startScheduler(ctx: Context): Promise<{ stop: () => Promise<void> }> {
  let isStopping = false;
  let isWoken = false;
  let kick = () => {};
  let strayDueAt = 0;
  const unlisten = await ctx.database.listen(SCHEDULE_CHANNEL, () => {
    isWoken = true;
    kick();
  });
  const done = loop();

  return {
    stop: async () => {
      isStopping = true;
      kick();
      try {
        await within(FINISH_MS, done);
      } catch (error) {
        ctx.log.warn({ err: error }, "A schedule was being settled when the worker stopped");
      }
      await unlisten();
    },
  };

  async function loop(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      const waitMs = await oneRound();
      if (waitMs > 0 && !isStopping && !isWoken) await sleep(waitMs);
    }
  }

  /** How long nothing is to be done. */
  async function oneRound(): Promise<number> {
    try {
      const now = monotonicNow();
      const findsStray = now >= strayDueAt;
      if (findsStray) strayDueAt = now + STRAY_EVERY_MS;
      const { settled, waitMs } = await fireDueSchedules(ctx, { findsStray, isStopping: () => isStopping });
      // What is due and did not move is another's, or met an error: it is looked at again after the sleep.
      if (settled > 0) return 0;
      return Math.min(LONGEST_SLEEP_MS, Math.ceil(waitMs ?? LONGEST_SLEEP_MS) + 1);
    } catch (error) {
      ctx.log.warn({ err: error }, "The schedules could not be looked at");
      return LONGEST_SLEEP_MS;
    }
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      kick = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
