import { randomUUID } from "node:crypto";
import { sign } from "@octokit/webhooks-methods";
import { Webhook } from "standardwebhooks";
import type { WebhookScheme } from "#server/core/trigger.ts";

export type Headers = Record<string, string>;
type Said = { id?: string | undefined; at?: Date | undefined };

export const JSON_TYPE = { "content-type": "application/json" };

/** A delivery as a sender with the library of Standard Webhooks makes it. */
export function standardHeaders(secret: string, body: string, { id, at = new Date() }: Said = {}): Headers {
  const messageId = id ?? `msg_${randomUUID()}`;
  return {
    "webhook-id": messageId,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
    "webhook-signature": new Webhook(secret).sign(messageId, at, body),
  };
}

/** A delivery as GitHub makes it, with the library of its own. */
export async function githubHeaders(secret: string, body: string, { id }: Said = {}): Promise<Headers> {
  return {
    "x-hub-signature-256": await sign(secret, body),
    "x-github-delivery": id ?? randomUUID(),
    "x-github-event": "push",
  };
}

export function tokenHeaders(secret: string, { id }: Said = {}): Headers {
  return { authorization: `Bearer ${secret}`, ...(id !== undefined && { "idempotency-key": id }) };
}

export async function headersOf(
  scheme: WebhookScheme,
  secret: string,
  body: string,
  said: Said = {},
): Promise<Headers> {
  if (scheme === "standard") return standardHeaders(secret, body, said);
  if (scheme === "github") return githubHeaders(secret, body, said);
  return tokenHeaders(secret, { id: said.id ?? randomUUID() });
}
