import { webhookDeliveries } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { conflict, notFound } from "#server/errors.ts";
import { executeIn } from "./executor.ts";
import { startRunIn } from "./start-run.ts";
import { requireWebhook } from "./webhook-rows.ts";

const PAYLOAD = `
select d.run_id, r.input from webhook_deliveries d left join runs r on r.id = d.run_id
where d.id = $1 and d.webhook_id = $2`;

/**
 * Starts a run as a delivery would: with the payload given, or with that of a listed delivery again. A
 * person asks for it, so each time is a run of its own.
 */
export async function testWebhook(
  ctx: Context,
  input: { webhookId: string; payload?: Json | undefined; deliveryId?: string | undefined },
): Promise<{ runId: string }> {
  const webhook = await requireWebhook(ctx.db, input.webhookId);
  const payload =
    input.deliveryId === undefined
      ? (input.payload ?? null)
      : await payloadOf(ctx, { webhookId: webhook.id, id: input.deliveryId });
  const id = ctx.newId("dlv");
  const deliveryId = `test_${id}`;

  return ctx.db.transaction(async (tx) => {
    const { runId } = await startRunIn(ctx, tx, {
      agentId: webhook.agentId,
      input: payload,
      trigger: { type: "webhook", webhookId: webhook.id, deliveryId },
    });
    await tx.insert(webhookDeliveries).values({
      id,
      webhookId: webhook.id,
      deliveryId,
      verdict: "test",
      status: 202,
      bytes: Buffer.byteLength(JSON.stringify(payload)),
      contentType: "application/json",
      runId,
      receivedAt: ctx.now(),
    });
    return { runId };
  });
}

// What a delivery carried is kept as the input of its run, and nowhere else.
async function payloadOf(ctx: Context, { webhookId, id }: { webhookId: string; id: string }): Promise<Json> {
  const [row] = await executeIn(ctx.db)(PAYLOAD, [id, webhookId]);
  if (!row) throw notFound("Delivery", id);
  if (row["run_id"] === null) {
    throw conflict(
      `Delivery "${id}" has no run, and its payload is kept with its run only. Take one that started a run which is still there.`,
    );
  }
  // What was stored is JSON.
  return row["input"] as Json;
}
