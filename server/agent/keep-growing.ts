import type { Context } from "#server/context.ts";
import type { MessageRow } from "#server/services/append-message.ts";
import { saveProgress } from "#server/services/save-reply.ts";
import type { Replay } from "./chat-replay.ts";
import { partsSoFar } from "./parts-so-far.ts";
import { accountOf, type TurnAccount } from "./turn-account.ts";

const KEEP_EVERY_MS = 1_000;
// A silent reply is kept again as well: it says that somebody is still at it.
const SILENT_TICKS = 5;

/**
 * Keeps the reply to `message` while it grows or waits, with what it took so far, so that a crash loses no
 * more than its last second.
 */
export function keepGrowing(ctx: Context, message: MessageRow, replay: Replay, account: TurnAccount): void {
  let kept = "";
  let silent = 0;
  let saving: Promise<void> | null = null;

  async function save(): Promise<void> {
    const taken = account.startedAt === null ? {} : await accountOf(ctx, account);
    await saveProgress(ctx, { message, parts: partsSoFar(replay.soFar()), metadata: taken });
  }

  const timer = setInterval(() => {
    const grown = [replay.soFar().length, ...account.calls.map((call) => call.tokens !== null)].join();
    silent += 1;
    if (saving !== null || (grown === kept && silent < SILENT_TICKS)) return;
    kept = grown;
    silent = 0;
    saving = save()
      .catch((error: unknown) => ctx.log.warn({ err: error }, "reply not kept on the way"))
      .finally(() => {
        saving = null;
      });
  }, KEEP_EVERY_MS);
  timer.unref();
  void replay.done.then(() => clearInterval(timer));
}
