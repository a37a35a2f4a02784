import type { WebhookScheme } from "#server/core/trigger.ts";

export const SCHEME_NAMES: Record<WebhookScheme, string> = {
  standard: "Standard Webhooks",
  github: "GitHub",
  token: "Bearer token",
};

export const SCHEME_CHOICES: readonly { value: WebhookScheme; label: string; hint: string }[] = [
  {
    value: "standard",
    label: "Standard Webhooks",
    hint: "The sender signs each delivery with its time, so that nobody can forge, change or replay one. Take it when the sender offers it or is yours.",
  },
  {
    value: "github",
    label: "GitHub",
    hint: "For GitHub and those who sign as it does, with X-Hub-Signature-256. Enter the secret in the settings of the repository.",
  },
  {
    value: "token",
    label: "Bearer token",
    hint: "For senders that can only add a header. Whoever learns the token can send, so use it over TLS.",
  },
];

/** Schemes whose senders may bring a secret of their own. */
export function takesOwnSecret(scheme: WebhookScheme): boolean {
  return scheme !== "standard";
}
