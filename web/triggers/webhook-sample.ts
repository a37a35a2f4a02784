import type { WebhookScheme } from "#server/core/trigger.ts";

const BODY = `'{"order": 42}'`;
const JSON_HEADER = "-H 'Content-Type: application/json'";

const STAND_INS: Record<WebhookScheme, string> = {
  standard: "whsec_…",
  github: "the secret",
  token: "the token",
};

/** Shell commands that send one delivery, signed as the scheme asks. Without the secret one stands in for it. */
export function webhookSample(scheme: WebhookScheme, url: string, secret: string | null): string {
  const known = quoted(secret ?? STAND_INS[scheme]);
  if (scheme === "token") {
    return `curl -X POST ${quoted(url)} \\
  -H ${quoted(`Authorization: Bearer ${secret ?? STAND_INS.token}`)} \\
  ${JSON_HEADER} \\
  -d ${BODY}`;
  }
  if (scheme === "github") {
    return `SECRET=${known}
BODY=${BODY}
SIGNATURE=$(printf '%s' "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')
curl -X POST ${quoted(url)} \\
  -H "X-Hub-Signature-256: sha256=$SIGNATURE" \\
  -H "X-GitHub-Delivery: $(openssl rand -hex 16)" \\
  -H 'X-GitHub-Event: push' \\
  ${JSON_HEADER} \\
  -d "$BODY"`;
  }
  return `SECRET=${known}
BODY=${BODY}
ID="msg_$(openssl rand -hex 12)"
NOW=$(date +%s)
KEY=$(printf '%s' "\${SECRET#whsec_}" | openssl base64 -d -A \\
  | od -An -v -tx1 | tr -d ' \\n')
SIGNATURE=$(printf '%s' "$ID.$NOW.$BODY" \\
  | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)
curl -X POST ${quoted(url)} \\
  -H "webhook-id: $ID" \\
  -H "webhook-timestamp: $NOW" \\
  -H "webhook-signature: v1,$SIGNATURE" \\
  ${JSON_HEADER} \\
  -d "$BODY"`;
}

/** One word of a POSIX shell, whatever stands in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
