import { eq } from "drizzle-orm";
import { webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { WebhookView } from "#server/core/trigger-views.ts";
import { viewWebhook } from "./webhook-rows.ts";
import { checkWebhookTitle } from "./webhook-title.ts";

/** Changes what is given and leaves the rest. While it is off, its address answers as if it were not there. */
export async function updateWebhook(
  ctx: Context,
  input: {
    webhookId: string;
    title?: string | undefined;
    enabled?: boolean | undefined;
    origin: string;
  },
): Promise<WebhookView> {
  const { webhookId, title, enabled } = input;
  await ctx.db
    .update(webhooks)
    .set({
      ...(title !== undefined && { title: checkWebhookTitle(title) }),
      ...(enabled !== undefined && { enabled }),
      updatedAt: ctx.now(),
    })
    .where(eq(webhooks.id, webhookId));
  return viewWebhook(ctx, webhookId, input.origin);
}
