import { randomBytes } from "node:crypto";
import type { WebhookScheme } from "#server/core/trigger.ts";
import { invalid } from "#server/errors.ts";

const STANDARD_PREFIX = "whsec_";
const SECRET_BYTES = 32;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A secret in the form that senders of the scheme take. */
export function newSecret(scheme: WebhookScheme): string {
  const bytes = randomBytes(SECRET_BYTES);
  if (scheme === "standard") return `${STANDARD_PREFIX}${bytes.toString("base64")}`;
  return scheme === "github" ? bytes.toString("hex") : bytes.toString("base64url");
}

/** Refuses a secret that a person brought and that nothing could be signed or sent with, or that is guessed soon. */
export function checkSecret(scheme: WebhookScheme, secret: string): string {
  const message = secretProblem(scheme, secret);
  if (message === null) return secret;
  throw invalid(message, [{ path: "secret", message }]);
}

function secretProblem(scheme: WebhookScheme, secret: string): string | null {
  if (scheme === "standard") {
    const text = secret.startsWith(STANDARD_PREFIX) ? secret.slice(STANDARD_PREFIX.length) : "";
    const { length } = keyOf(scheme, secret);
    if (BASE64.test(text) && length >= 24 && length <= 64) return null;
    return 'A secret of Standard Webhooks is "whsec_" and 24 to 64 bytes in base64. Copy it from the sender, or leave it out.';
  }
  if (secret.length < 16 || secret.length > 200) {
    return `The secret has ${secret.length} characters. Give it 16 to 200, or leave it out.`;
  }
  if (scheme === "token" && !/^[\x21-\x7e]+$/.test(secret)) {
    return "A token is sent in a header, so it takes letters, digits and signs of ASCII, and no spaces.";
  }
  return null;
}

/** What signatures are made with. */
export function keyOf(scheme: WebhookScheme, secret: string): Buffer {
  return scheme === "standard"
    ? Buffer.from(secret.slice(STANDARD_PREFIX.length), "base64")
    : Buffer.from(secret);
}
