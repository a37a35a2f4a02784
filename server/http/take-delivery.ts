import type { Readable } from "node:stream";
import type { Context } from "#server/context.ts";
import { checkSender, type HeaderOf } from "#server/services/check-sender.ts";
import { DeliveryRefusal } from "#server/services/delivery-refusal.ts";
import { type Hook, hookKeys } from "#server/services/find-hook.ts";
import { type Delivery, hashOf, type Received, receiveDelivery } from "#server/services/receive-delivery.ts";
import type { BodyRoom } from "./body-room.ts";
import { decodeBody } from "./decode-body.ts";
import { readPayload } from "./payload.ts";
import { type BodyLimits, readBody } from "./read-body.ts";

/** What the list of deliveries shows of one, as far as it is known when it is refused. */
export type Seen = Pick<Delivery, "deliveryId" | "bytes" | "contentType"> & { bodyHash: string | null };

export type Taken = Received & {
  /** Whether it is known by its body alone. */
  isUnnamed: boolean;
};

const MAX_TYPE_LENGTH = 200;

export function firstSeen(header: HeaderOf): Seen {
  const contentType = header("content-type")?.slice(0, MAX_TYPE_LENGTH) ?? null;
  return { deliveryId: null, bytes: declaredBytes(header) ?? 0, contentType, bodyHash: null };
}

/**
 * The headers, then the raw bytes, then their signature, and only then what is in them. Throws a
 * DeliveryRefusal with `seen` filled in; what is refused starts no run.
 */
export async function takeDelivery(
  ctx: Context,
  { hook, header, incoming, seen }: { hook: Hook; header: HeaderOf; incoming: Readable; seen: Seen },
  { limits, room }: { limits: BodyLimits; room: BodyRoom },
): Promise<Taken> {
  const sender = checkSender(hook.scheme, header, { keys: hookKeys(ctx, hook), now: ctx.now() });
  seen.deliveryId = sender.deliveryId;
  const { body, leave } = await readBody(incoming, { declared: declaredBytes(header), limits, room });
  try {
    seen.bytes = body.length;
    seen.bodyHash = hashOf(body);
    sender.verify(body);
    if (hook.scheme === "github" && header("x-github-event") === "ping") {
      throw new DeliveryRefusal("test", 200, "A ping of GitHub's: its signature is right. It starts no run.");
    }
    const isUnnamed = sender.deliveryId === null;
    if (isUnnamed && body.length === 0) {
      throw new DeliveryRefusal(
        "unreadable",
        400,
        "A delivery without a body cannot be told from another one. Give it an id of its own, such as the header Idempotency-Key.",
      );
    }

    const { id, agentId } = hook;
    const delivery = { ...seen, bodyHash: seen.bodyHash, hook: { id, agentId } };
    const content = await decodeBody(body, header("content-encoding"), limits.bytes);
    const payload = readPayload(content, header("content-type"), hook.scheme);
    const received = await receiveDelivery(ctx, delivery, payload);
    return { ...received, isUnnamed };
  } finally {
    leave();
  }
}

function declaredBytes(header: HeaderOf): number | null {
  const length = header("content-length");
  return length !== null && /^\d{1,15}$/.test(length) ? Number(length) : null;
}
