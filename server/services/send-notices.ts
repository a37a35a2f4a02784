import { and, eq, sql } from "drizzle-orm";
import { noticeDeliveries } from "#db/schema.ts";
import type { Context, SendOutcome } from "#server/context.ts";
import { MAX_NOTICE_ATTEMPTS, noticeWaitMs } from "#server/core/notice-retry.ts";
import { AppError } from "#server/errors.ts";
import { type ClaimedDelivery, claimNoticeDeliveries } from "./claim-notice-deliveries.ts";

const AT_ONCE = 8;

/** What this process is sending now, by channel: one at a time to each, so that a slow one holds up itself alone. */
export type Sending = Map<string, Promise<void>>;

/**
 * Begins to send what is due and fits beside what is `sending`; calls `settled` after each. A delivery whose sender dies is due again
 * when its lease has run out, so it may arrive twice, with the same id.
 */
export async function sendDueNotices(
  ctx: Context,
  { sending, signal, settled }: { sending: Sending; signal: AbortSignal; settled: () => void },
): Promise<void> {
  const room = AT_ONCE - sending.size;
  if (room <= 0) return;
  const claimed = await claimNoticeDeliveries(ctx, { room, busy: [...sending.keys()] });
  for (const delivery of claimed) {
    const sent = sendOne(ctx, delivery, signal)
      .catch((error: unknown) => {
        ctx.log.warn({ err: error, deliveryId: delivery.deliveryId }, "What became of a notice was not kept");
      })
      .finally(() => {
        sending.delete(delivery.channelId);
        settled();
      });
    sending.set(delivery.channelId, sent);
  }
}

async function sendOne(ctx: Context, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const refused = refusalOf(delivery);
  if (refused !== null)
    return settle(ctx, delivery, { type: "failed", error: refused, mayHelpToTryAgain: false });
  const outcome = await send(ctx, delivery, signal);
  // Whether it arrived is not known; the lease runs out, and it is sent again.
  if (signal.aborted && outcome.type === "failed") return;
  await settle(ctx, delivery, outcome);
}

/** What was over before it could be sent would only mislead; that a run has failed stays true. */
function refusalOf({ attempts, enabled, isOver, message }: ClaimedDelivery): string | null {
  if (!enabled) return "Not sent: the channel was switched off.";
  if (isOver && message.type !== "run_failed") return "Not sent: it was over before it could be sent.";
  return attempts > MAX_NOTICE_ATTEMPTS ? "Given up: no try came to an end." : null;
}

async function send(ctx: Context, delivery: ClaimedDelivery, signal: AbortSignal): Promise<SendOutcome> {
  const { deliveryId, channelId, type, target, message } = delivery;
  let secret: string | null;
  try {
    secret = delivery.secret === null ? null : ctx.sealing.open(delivery.secret, channelId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { type: "failed", error: error.message, mayHelpToTryAgain: true };
  }
  return ctx.senders.send(type, { deliveryId, target, secret, message }, signal);
}

/** Writes what became of a try, unless another one has been begun since. */
async function settle(ctx: Context, delivery: ClaimedDelivery, outcome: SendOutcome): Promise<void> {
  const { deliveryId, attempts, leaseUntil, type } = delivery;
  const wait =
    outcome.type === "failed" && outcome.mayHelpToTryAgain
      ? noticeWaitMs(attempts, Math.random(), outcome.retryAfterMs)
      : null;
  const status = outcome.type === "sent" ? "sent" : wait === null ? "dead" : "pending";
  await ctx.db
    .update(noticeDeliveries)
    .set({
      status,
      dueAt: wait === null ? null : sql`clock_timestamp() + ${wait}::int * interval '1 ms'`,
      error: outcome.type === "sent" ? null : outcome.error,
      sentAt: outcome.type === "sent" ? sql`clock_timestamp()` : null,
    })
    .where(
      and(
        eq(noticeDeliveries.id, deliveryId),
        eq(noticeDeliveries.status, "pending"),
        eq(noticeDeliveries.dueAt, leaseUntil),
      ),
    );
  ctx.metrics.noticeTried(type, status);
}
