import { eq } from "drizzle-orm";
import { webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { NewWebhookView } from "#server/core/trigger-views.ts";
import { AppError, conflict, notFound } from "#server/errors.ts";
import { type WebhookRow, viewWebhook } from "./webhook-rows.ts";
import { checkSecret, newSecret } from "./webhook-secret.ts";

const BOTH_COUNT_MS = 24 * 60 * 60_000;

/**
 * A new secret, answered this one time. The one before counts beside it for a day, so that no delivery is lost;
 * a further one within that day would end it early, so it has to be forced.
 */
export async function rotateWebhook(
  ctx: Context,
  input: { webhookId: string; secret?: string | undefined; force?: boolean | undefined; origin: string },
): Promise<NewWebhookView> {
  const { webhookId: id } = input;
  const secret = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for("update");
    if (!row) throw notFound("Webhook", id);
    const made = input.secret === undefined ? newSecret(row.scheme) : checkSecret(row.scheme, input.secret);
    const now = ctx.now();
    const standing = opened(ctx, row);
    if (made === standing) return made;
    if (standing !== null && input.force !== true) refuseWhileBothCount(row, now);
    await tx
      .update(webhooks)
      .set({
        secret: ctx.sealing.seal(made, id),
        previousSecret: standing === null ? null : row.secret,
        previousUntil: standing === null ? null : new Date(now.getTime() + BOTH_COUNT_MS),
        updatedAt: now,
      })
      .where(eq(webhooks.id, id));
    return made;
  });
  return { ...(await viewWebhook(ctx, id, input.origin)), secret };
}

/** The secret that stands; null when it cannot be read any more, so that no delivery could be signed with it. */
function opened(ctx: Context, row: WebhookRow): string | null {
  try {
    return ctx.sealing.open(row.secret, row.id);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function refuseWhileBothCount({ title, previousUntil }: WebhookRow, now: Date): void {
  if (previousUntil === null || previousUntil <= now) return;
  const until = previousUntil.toISOString();
  throw conflict(
    `Webhook "${title}" has a new secret already, and the one before it counts until ${until}. Another one would end that now: senders that still use it would be refused. Wait until then, or send "force": true.`,
    { previousUntil: until },
  );
}
