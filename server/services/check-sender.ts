import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { shortened } from "#server/core/characters.ts";
import type { WebhookScheme } from "#server/core/trigger.ts";
import { DeliveryRefusal } from "./delivery-refusal.ts";

/** A header by its name in small letters; null when the request has none. */
export type HeaderOf = (name: string) => string | null;

/** What a delivery says of itself before its body is read. */
export type SenderClaim = {
  /** The sender's own id; null when the scheme leaves it out. */
  deliveryId: string | null;
  /** Throws unless the bytes, as they were sent, are signed with one of the keys. */
  verify: (body: Uint8Array) => void;
};

const TOLERANCE_SECONDS = 5 * 60;
const MAX_ID_LENGTH = 200;
const SIGNATURE = /^v1,[A-Za-z0-9+/]{43}=$/;
const MAX_SIGNATURES = 16;

/** Looks at the headers alone: what can be refused by them is refused before a byte of the body is read. */
export function checkSender(
  scheme: WebhookScheme,
  header: HeaderOf,
  { keys, now }: { keys: readonly Buffer[]; now: Date },
): SenderClaim {
  if (scheme === "standard") return standardClaim(header, keys, now);
  if (scheme === "github") return githubClaim(header, keys);
  return tokenClaim(header, keys);
}

// Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body`, and a list of signatures while secrets change.
function standardClaim(header: HeaderOf, keys: readonly Buffer[], now: Date): SenderClaim {
  const id = deliveryIdOf(header, "webhook-id");
  const timestamp = header("webhook-timestamp") ?? "";
  const signatures = (header("webhook-signature") ?? "")
    .split(" ")
    .filter((item) => SIGNATURE.test(item))
    .slice(0, MAX_SIGNATURES);
  if (id === null || !/^\d{1,12}$/.test(timestamp) || signatures.length === 0) {
    throw badSignature(
      "The delivery is not signed: it takes the headers webhook-id, webhook-timestamp and webhook-signature of Standard Webhooks.",
    );
  }
  // With a "." in it, the end of an id could be passed off as the time, and the time as the start of the body.
  if (id.includes(".")) {
    const detail = `The webhook-id "${shortened(id)}" has a ".", which ids of Standard Webhooks may not have. Send one without.`;
    throw new DeliveryRefusal("unreadable", 400, detail);
  }
  const age = Math.floor(now.getTime() / 1_000) - Number(timestamp);
  if (Math.abs(age) > TOLERANCE_SECONDS) {
    const when = age > 0 ? "ago" : "ahead of this server's clock";
    const detail = `The delivery was signed ${Math.abs(age)} seconds ${when}. At most ${TOLERANCE_SECONDS} are taken.`;
    throw new DeliveryRefusal("too_old", 401, detail);
  }
  return {
    deliveryId: id,
    verify: (body) => {
      const sign = (key: Buffer) => createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
      const expected = keys.map((key) => `v1,${sign(key).digest("base64")}`);
      requireMatch(expected, signatures);
    },
  };
}

// The id is not part of what GitHub signs; it marks a delivery that GitHub sends again.
function githubClaim(header: HeaderOf, keys: readonly Buffer[]): SenderClaim {
  const signature = header("x-hub-signature-256") ?? "";
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) {
    throw badSignature(
      "The delivery is not signed: it takes the header X-Hub-Signature-256, as GitHub sends it when a secret is set.",
    );
  }
  return {
    deliveryId: deliveryIdOf(header, "x-github-delivery"),
    verify: (body) => {
      const expected = keys.map((key) => `sha256=${createHmac("sha256", key).update(body).digest("hex")}`);
      requireMatch(expected, [signature]);
    },
  };
}

function tokenClaim(header: HeaderOf, keys: readonly Buffer[]): SenderClaim {
  const token = /^Bearer +(\S+)$/i.exec(header("authorization") ?? "")?.[1] ?? "";
  if (!keys.some((key) => isSame(key, Buffer.from(token)))) {
    throw badSignature(
      "The token is missing or wrong. Send it with the header Authorization: Bearer <the webhook's token>.",
    );
  }
  return { deliveryId: deliveryIdOf(header, "idempotency-key"), verify: () => {} };
}

function deliveryIdOf(header: HeaderOf, name: string): string | null {
  const id = header(name);
  if (id === null || id === "") return null;
  if (id.length <= MAX_ID_LENGTH) return id;
  const detail = `The header ${name} has ${id.length} characters. Send at most ${MAX_ID_LENGTH}.`;
  throw new DeliveryRefusal("unreadable", 400, detail);
}

function requireMatch(expected: readonly string[], given: readonly string[]): void {
  const matches = expected.some((one) => given.some((other) => isSame(Buffer.from(one), Buffer.from(other))));
  if (!matches) {
    throw badSignature(
      "The signature does not belong to this body and secret. Sign the bytes exactly as they are sent.",
    );
  }
}

// Digests have one length, which is what timingSafeEqual asks for.
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function badSignature(detail: string): DeliveryRefusal {
  return new DeliveryRefusal("bad_signature", 401, detail);
}
