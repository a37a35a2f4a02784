import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import type { ToolCallContext } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import { type HttpLimits, type HttpProgress, exchange } from "./http-exchange.ts";
import { HTTP_URL, type HttpMessage, buildMessage, shownUrl } from "./http-message.ts";
import { outcomeOfFailure, refusedBy } from "./http-outcome.ts";
import { completed, failedNow } from "./outcome.ts";
import { readContent, readText } from "./response-body.ts";
import { type Tool, defineTool } from "./tool.ts";

const LIMITS: HttpLimits = { timeoutMs: 15_000, maxBytes: 64 * 1024, whenLarger: "cut", maxRedirects: 0 };
const MAX_BODY = 1024 * 1024;
const OWNED_HEADER = /^webhook-|^content-type$/i;

const input = z.strictObject({
  url: z.string().meta({
    description: "Where the message goes, e.g. https://hooks.example.com/T1, or {{secret.NAME}}",
    pattern: HTTP_URL,
  }),
  body: z.unknown().describe('Any JSON value, e.g. {"text": "Done"} for an incoming hook of Slack'),
  secret: z
    .string()
    .optional()
    .describe("A Standard Webhooks secret (whsec_…) to sign with, as a reference: {{secret.NAME}}"),
  headers: z.record(z.string(), z.string()).optional(),
});
const output = z.object({
  status: z.int(),
  body: z.unknown().describe("What the receiver said: parsed JSON, text, or null"),
});

export function sendWebhookTool(config: Pick<Config, "egressAllow">, over: Partial<HttpLimits> = {}): Tool {
  const limits = { ...LIMITS, ...over };
  return defineTool({
    name: "send_webhook",
    description:
      "Posts a JSON message (up to 1 MB) to a webhook, signed as Standard Webhooks says when a secret is given. Any 2xx within 15 seconds is success; redirects are not followed. Fits Slack's incoming hooks.",
    input,
    output,
    example: { url: "https://hooks.example.com/T1", body: { text: "Hello" } },
    annotations: { readOnlyHint: false, idempotentHint: false, destructiveHint: false, openWorldHint: true },
    takesSecrets: true,
    isMessage: true,
    async call(asked, context) {
      const message = webhookMessage(asked, context.idempotencyKey);
      if (!message.ok) return failedNow(message.error);
      const outcome = await post(message.value, config.egressAllow, limits, context);
      // The path of a hook tends to be its key.
      return "message" in outcome
        ? { ...outcome, message: withoutPath(outcome.message, message.value.url) }
        : outcome;
    },
  });
}

async function post(
  message: HttpMessage,
  egressAllow: readonly string[],
  limits: HttpLimits,
  { signal, hide }: ToolCallContext,
): Promise<ToolOutcome> {
  const progress: HttpProgress = { url: message.url, isConnected: false, mayHaveActed: false };
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]);
  try {
    const answer = await exchange(message, egressAllow, limits, stop, progress);
    if (answer.status >= 400) return refusedBy(answer, false, hide);
    if (answer.status >= 300)
      return failedNow(`${shownUrl(answer.url)} answered ${answer.status}, which is no receipt.`);
    if (answer.bytes.length === limits.maxBytes) {
      const text = readText(answer.bytes, answer.headers["content-type"] ?? "");
      return completed({
        status: answer.status,
        body: text === null ? null : (hide?.(text, ["end"]) ?? text),
      });
    }
    const { body, isBase64 } = readContent(answer.bytes, answer.headers["content-type"] ?? "");
    return completed({ status: answer.status, body: isBase64 ? null : body });
  } catch (error) {
    const { status = 0 } = progress;
    // The status is the receipt; what comes after it, or does not, changes nothing.
    if (status >= 200 && status < 300) return completed({ status, body: null });
    return outcomeOfFailure(error, progress, false, limits);
  }
}

type Asked = z.output<typeof input>;

function webhookMessage(
  { url, body, secret, headers = {} }: Asked,
  idempotencyKey: string,
): Result<HttpMessage, string> {
  if (body === undefined) return err('A webhook needs a "body": any JSON value, such as {"text": "Done"}.');
  const owned = Object.keys(headers).find((name) => OWNED_HEADER.test(name));
  if (owned !== undefined) return err(`The header "${owned}" is set by send_webhook. Leave it out.`);
  const text = JSON.stringify(body as Json);
  if (Buffer.byteLength(text) > MAX_BODY) {
    return err(`The body has ${Buffer.byteLength(text)} bytes as JSON, and at most ${MAX_BODY} are sent.`);
  }
  const id = `msg_${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32)}`;
  const signature = signed(id, text, secret);
  if (!signature.ok) return signature;
  const sent = { ...headers, "content-type": "application/json", ...signature.value };
  return buildMessage({ url, method: "POST", headers: sent, body: text }, id);
}

function signed(
  id: string,
  body: string,
  secret: string | undefined,
): Result<Record<string, string>, string> {
  if (secret === undefined) return ok({ "webhook-id": id });
  const now = new Date();
  try {
    return ok({
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
      "webhook-signature": new Webhook(secret).sign(id, now, body),
    });
  } catch {
    return err('"secret" is no Standard Webhooks secret, which is "whsec_" and base64 of its key.');
  }
}

function withoutPath(message: string, url: URL): string {
  return message.replaceAll(shownUrl(url), url.origin);
}
