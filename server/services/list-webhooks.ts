import type { Context } from "#server/context.ts";
import type { WebhookView } from "#server/core/trigger-views.ts";
import { findAgent } from "./find-agent.ts";
import { viewWebhooksOf } from "./webhook-rows.ts";

/** All webhooks of the agent, newest first. */
export async function listWebhooks(
  ctx: Context,
  input: { agentId: string; origin: string },
): Promise<{ items: WebhookView[]; nextCursor: string | null }> {
  const { id } = await findAgent(ctx.db, input.agentId);
  return { items: await viewWebhooksOf(ctx, id, input.origin), nextCursor: null };
}
