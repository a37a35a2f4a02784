import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, snapshots, webhookDeliveries, webhooks } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { TriggerWarning, WebhookView } from "#server/core/trigger-views.ts";
import { AppError, notFound } from "#server/errors.ts";

export type WebhookRow = typeof webhooks.$inferSelect;

// The statement that reads a webhook for its view, with what its warnings need.
function selectWebhooks(db: Db) {
  return db
    .select({
      webhook: webhooks,
      agent: { name: agents.name, status: agents.status, snapshotId: agents.snapshotId },
      usesInput: sql<boolean>`jsonb_path_exists(${snapshots.plan}, '$.steps[*] ? (@.usesRunInput == true)')`,
      lastDeliveryAt: sql<string | null>`(
        select max(d.received_at) from ${webhookDeliveries} d where d.webhook_id = ${webhooks.id})`,
    })
    .from(webhooks)
    .innerJoin(agents, eq(agents.id, webhooks.agentId))
    .leftJoin(snapshots, eq(snapshots.id, agents.snapshotId));
}

type Selected = Awaited<ReturnType<typeof selectWebhooks>>[number];

/** The agent's webhooks, newest first. `origin` is where this server is reached. */
export async function viewWebhooksOf(ctx: Context, agentId: string, origin: string): Promise<WebhookView[]> {
  const rows = await selectWebhooks(ctx.db)
    .where(eq(webhooks.agentId, agentId))
    .orderBy(desc(webhooks.createdAt), desc(webhooks.id));
  return rows.map((row) => viewOf(ctx, row, origin));
}

export async function viewWebhook(ctx: Context, webhookId: string, origin: string): Promise<WebhookView> {
  const [row] = await selectWebhooks(ctx.db).where(eq(webhooks.id, webhookId));
  if (!row) throw notFound("Webhook", webhookId);
  return viewOf(ctx, row, origin);
}

export async function requireWebhook(db: Db, webhookId: string): Promise<WebhookRow> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, webhookId));
  if (!row) throw notFound("Webhook", webhookId);
  return row;
}

function viewOf(ctx: Context, row: Selected, origin: string): WebhookView {
  const { webhook, lastDeliveryAt } = row;
  const { previousUntil } = webhook;
  return {
    webhookId: webhook.id,
    agentId: webhook.agentId,
    title: webhook.title,
    scheme: webhook.scheme,
    url: `${origin}/hooks/${webhook.id}`,
    enabled: webhook.enabled,
    previousUntil: previousUntil !== null && previousUntil > ctx.now() ? previousUntil.toISOString() : null,
    warnings: warningsOf(ctx, row),
    lastDeliveryAt: lastDeliveryAt === null ? null : new Date(lastDeliveryAt).toISOString(),
    createdAt: webhook.createdAt.toISOString(),
    updatedAt: webhook.updatedAt.toISOString(),
  };
}

function warningsOf(ctx: Context, { webhook, agent, usesInput }: Selected): TriggerWarning[] {
  const warnings: TriggerWarning[] = [];
  if (agent.status === "archived") {
    const message = `Agent "${agent.name}" is archived, so deliveries are refused. Set its status to "active".`;
    warnings.push({ code: "agent_archived", message });
  }
  if (agent.snapshotId === null) {
    const message = `Agent "${agent.name}" has no saved plan, so deliveries are told to come again later. Save the plan.`;
    warnings.push({ code: "nothing_saved", message });
  } else if (!usesInput) {
    const message =
      "No step of the saved plan uses the run input, so what a delivery carries changes nothing. Say in the chat which step works on it.";
    warnings.push({ code: "payload_unused", message });
  }
  try {
    ctx.sealing.open(webhook.secret, webhook.id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    warnings.push({ code: "secret_unreadable", message: `Deliveries are refused. ${error.message}` });
  }
  return warnings;
}
