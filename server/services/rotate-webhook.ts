import { eq } from "drizzle-orm";
import { webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { NewWebhookView } from "#server/core/trigger-views.ts";
import { notFound } from "#server/errors.ts";
import { viewWebhook } from "./webhook-rows.ts";
import { checkSecret, newSecret } from "./webhook-secret.ts";

const BOTH_COUNT_MS = 24 * 60 * 60_000;

/** A new secret, answered this one time. The one before counts beside it for a day, so that no delivery is lost. */
export async function rotateWebhook(
  ctx: Context,
  input: { webhookId: string; secret?: string | undefined; origin: string },
): Promise<NewWebhookView> {
  const { webhookId: id } = input;
  const secret = await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for("update");
    if (!row) throw notFound("Webhook", id);
    const made = input.secret === undefined ? newSecret(row.scheme) : checkSecret(row.scheme, input.secret);
    const now = ctx.now();
    await tx
      .update(webhooks)
      .set({
        secret: ctx.sealing.seal(made, id),
        previousSecret: row.secret,
        previousUntil: new Date(now.getTime() + BOTH_COUNT_MS),
        updatedAt: now,
      })
      .where(eq(webhooks.id, id));
    return made;
  });
  return { ...(await viewWebhook(ctx, id, input.origin)), secret };
}
