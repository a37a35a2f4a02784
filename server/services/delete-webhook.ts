import { eq } from "drizzle-orm";
import { webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";

/** Takes the address away for good, with the list of its deliveries. The runs that they started stay. */
export async function deleteWebhook(ctx: Context, input: { webhookId: string }): Promise<void> {
  const gone = await ctx.db
    .delete(webhooks)
    .where(eq(webhooks.id, input.webhookId))
    .returning({ id: webhooks.id });
  if (gone.length === 0) throw notFound("Webhook", input.webhookId);
}
