import { and, desc, eq, sql } from "drizzle-orm";
import { webhookDeliveries } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { DeliveryView } from "#server/core/trigger-views.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { requireWebhook } from "./webhook-rows.ts";

const LIST = "deliveries";

/** What was sent to a webhook and what became of it, newest first. */
export async function listDeliveries(
  ctx: Context,
  input: { webhookId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: DeliveryView[]; nextCursor: string | null }> {
  const { webhookId, cursor, limit } = input;
  await requireWebhook(ctx.db, webhookId);
  const { id, receivedAt } = webhookDeliveries;
  const rows = await ctx.db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, webhookId), cursor ? isBehind(cursor) : undefined))
    .orderBy(desc(receivedAt), desc(id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);

  return {
    items: page.map((row) => ({
      id: row.id,
      deliveryId: row.deliveryId,
      verdict: row.verdict,
      detail: row.detail,
      status: row.status,
      bytes: row.bytes,
      contentType: row.contentType,
      runId: row.runId,
      repeats: row.repeats,
      receivedAt: row.receivedAt.toISOString(),
    })),
    nextCursor:
      rows.length > limit && last ? encodeCursor(LIST, `${last.receivedAt.getTime()} ${last.id}`) : null,
  };
}

function isBehind(cursor: string) {
  const [ms = "", lastId = ""] = decodeCursor(LIST, cursor).split(" ");
  const { id, receivedAt } = webhookDeliveries;
  return sql`(${receivedAt}, ${id}) < (to_timestamp(${Number(ms) || 0}::float8 / 1000), ${lastId}::text)`;
}
