import { Webhook } from "standardwebhooks";
import { Agent, request } from "undici";
import type { OutgoingNotice, SendOutcome } from "#server/context.ts";
import { BlockedAddressError, guardedConnector, judgeHost } from "#server/tools/address-guard.ts";
import { retryAfterMs } from "#server/tools/retry-after.ts";

const TIMEOUT_MS = 15_000;
const MAX_URL = 2_000;
const READ_BYTES = 16 * 1024;
/** Answers that stay the same however often the same message is sent. */
const FINAL = [400, 410, 413, 414, 415, 422, 501];

/** Why no notice can be sent to this URL, in words; null when it can be tried. */
export function webhookRefusal(target: string, egressAllow: readonly string[]): string | null {
  const url = target.length > MAX_URL ? null : URL.parse(target);
  const shown = `"${target.slice(0, 120)}"`;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    return `${shown} is no address that a webhook can go to. Use a URL such as https://example.com/notices, of at most ${MAX_URL} characters.`;
  }
  if (url.username !== "" || url.password !== "") {
    return "A webhook's URL is shown to everybody here, so it must not hold a user name or a password. Its receiver knows our messages by their signature.";
  }
  if (url.hash !== "") return `${shown} has a part behind "#", which no server gets. Leave it out.`;
  const verdict = judgeHost(url.hostname, egressAllow);
  if (verdict === "blocked") return blockedWords(url);
  if (url.protocol === "http:" && verdict !== "allowed") {
    return `${shown} is not encrypted. Use https://, or add "${url.hostname}" to EGRESS_ALLOW if it is in your own network.`;
  }
  return null;
}

/** Posts the notice, signed as Standard Webhooks says. Any 2xx is a receipt; redirects are not followed. */
export async function sendWebhook(
  { deliveryId, target, secret, message }: OutgoingNotice,
  egressAllow: readonly string[],
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<SendOutcome> {
  const url = new URL(target);
  const body = JSON.stringify(message);
  const now = new Date();
  const timeout = AbortSignal.timeout(timeoutMs);
  const dispatcher = new Agent({ connect: guardedConnector(egressAllow), pipelining: 0 });
  try {
    const response = await request(url, {
      dispatcher,
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Stepwright",
        "webhook-id": deliveryId,
        "webhook-timestamp": String(Math.floor(now.getTime() / 1_000)),
        "webhook-signature": new Webhook(secret ?? "").sign(deliveryId, now, body),
      },
      body,
      signal: AbortSignal.any([signal, timeout]),
    });
    // What it says beside its status is of no use, and reading it lets the receiver finish.
    response.body.on("error", () => {});
    await response.body.dump({ limit: READ_BYTES }).catch(() => {});
    return outcomeOf(url, response.statusCode, response.headers);
  } catch (error) {
    return outcomeOfFailure(url, error, timeout.aborted ? timeoutMs : null);
  } finally {
    await dispatcher.destroy();
  }
}

type Headers = Record<string, string | string[] | undefined>;

function outcomeOf(url: URL, status: number, headers: Headers): SendOutcome {
  if (status >= 200 && status < 300) return { type: "sent" };
  const said = `${url.host} answered ${status}`;
  if (status >= 300 && status < 400) {
    const error = `${said}, a redirect, which is not followed. Change the channel to the address that it leads to.`;
    return { type: "failed", error, mayHelpToTryAgain: false };
  }
  const after = headers["retry-after"];
  const wait = typeof after === "string" ? retryAfterMs({ "retry-after": after }) : undefined;
  return {
    type: "failed",
    error: `${said}.`,
    mayHelpToTryAgain: !FINAL.includes(status),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
}

function outcomeOfFailure(url: URL, error: unknown, lateAfterMs: number | null): SendOutcome {
  if (isBlocked(error)) return { type: "failed", error: blockedWords(url), mayHelpToTryAgain: false };
  const said =
    lateAfterMs === null
      ? `${url.host} could not be reached, or broke off (${codeOf(error)}).`
      : `${url.host} did not answer within ${lateAfterMs / 1_000} seconds.`;
  return { type: "failed", error: said, mayHelpToTryAgain: true };
}

function blockedWords({ hostname }: URL): string {
  return `"${hostname}" is not a public address, and notices may not go there. Add it to EGRESS_ALLOW if they should.`;
}

function isBlocked(error: unknown): boolean {
  return error instanceof Error && (error instanceof BlockedAddressError || isBlocked(error.cause));
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
