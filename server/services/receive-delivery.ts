import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { webhookDeliveries } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { storableJson } from "#server/core/run-rules/storable.ts";
import { AppError } from "#server/errors.ts";
import { DeliveryRefusal } from "./delivery-refusal.ts";
import type { Hook } from "./find-hook.ts";
import { type StartDeliveredRun, startDeliveredRun } from "./start-delivered-run.ts";

export type Delivery = {
  hook: Pick<Hook, "id" | "agentId">;
  /** The sender's id; null when it gives none. */
  deliveryId: string | null;
  bodyHash: string;
  bytes: number;
  contentType: string | null;
};

export type Received = {
  /** Null when the run of a repeated delivery is not kept any longer. */
  runId: string | null;
  /** The row of the delivery that stands, when this one came before. */
  repeatOf: string | null;
};

type Standing = { id: string; runId: string | null; bodyHash: string | null };

const RETRY_SECONDS = 300;

export function hashOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("hex");
}

/** What a delivery is known by: the sender's id, or of a body without one its hash. No id is ever taken for a hash. */
function identityOf({ deliveryId, bodyHash }: Pick<Delivery, "deliveryId" | "bodyHash">): string {
  if (deliveryId === null) return `sha256:${bodyHash}`;
  return /^(?:sha256|id):/.test(deliveryId) ? `id:${deliveryId}` : deliveryId;
}

/**
 * Starts a run with the payload as its input, once for each delivery id: the row that claims the id and the
 * run are written by one statement, and whoever comes second waits for it and answers with its run.
 */
export async function receiveDelivery(
  ctx: Context,
  delivery: Delivery,
  { payload, note }: { payload: Json; note: string | null },
): Promise<Received> {
  const stored = storableJson(payload);
  if (!stored.ok)
    throw new DeliveryRefusal("unreadable", 422, `The payload cannot be kept: ${stored.problem}.`);
  const deliveryId = identityOf(delivery);
  const { hook, bodyHash, bytes, contentType } = delivery;

  const started = await startIn(ctx, {
    agentId: hook.agentId,
    input: payload,
    trigger: { type: "webhook", webhookId: hook.id, deliveryId },
    delivery: {
      id: ctx.newId("dlv"),
      webhook_id: hook.id,
      delivery_id: deliveryId,
      detail: note,
      body_hash: bodyHash,
      bytes,
      content_type: contentType,
      received_at: ctx.now(),
    },
  });
  if (typeof started === "string") return { runId: started, repeatOf: null };
  // What came before is answered with its run, whatever has become of the agent since.
  const before = await readStanding(ctx.db, hook.id, deliveryId);
  if (before !== null) return repeated(before, delivery);
  throw started ?? new Error("A delivery was refused for an id that no delivery has");
}

/** The run's id; null when the delivery's id came before; why no run can be started now. */
async function startIn(ctx: Context, input: StartDeliveredRun): Promise<string | DeliveryRefusal | null> {
  try {
    return await startDeliveredRun(ctx, input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // An archived agent stays so; a plan that is not saved yet may be when the sender tries again.
    if (error.code === "conflict") return new DeliveryRefusal("refused", 409, error.message);
    return new DeliveryRefusal("refused", 503, error.message, { retryAfter: RETRY_SECONDS });
  }
}

async function readStanding(db: Db, webhookId: string, deliveryId: string): Promise<Standing | null> {
  const { id, runId, bodyHash, verdict } = webhookDeliveries;
  const [row] = await db
    .select({ id, runId, bodyHash })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        eq(webhookDeliveries.deliveryId, deliveryId),
        eq(verdict, "accepted"),
      ),
    );
  return row ?? null;
}

function repeated(standing: Standing, delivery: Delivery): Received {
  if (standing.bodyHash === delivery.bodyHash) return { runId: standing.runId, repeatOf: standing.id };
  throw new DeliveryRefusal(
    "refused",
    409,
    `The delivery id "${identityOf(delivery)}" came before with another body, and that one stands. Send another body under another id.`,
    { runId: standing.runId },
  );
}
