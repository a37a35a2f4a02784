import type { APICallError } from "ai";
import { z } from "zod";
import type { Config } from "#server/config.ts";
import { counted } from "#server/core/counted.ts";
import { shortened } from "#server/core/characters.ts";
import { retryAfterMs } from "#server/tools/retry-after.ts";
import type { Failure } from "./planner-failure.ts";

const MAX_QUOTED = 200;
// Servers that give no code say it in words of their own.
const TOO_LONG = /context.{0,20}(?:length|window|size|limit)|prompt is too long|too many (?:input )?tokens/i;

const bodySchema = z.object({
  error: z.object({ code: z.unknown(), type: z.unknown(), message: z.string() }).partial(),
});

/** What a provider's answer with an error status means for a person; the same for a provider that is not there. */
export function describeStatus(config: Config, error: APICallError): Failure {
  const { statusCode: status } = error;
  const body = bodyOf(error);
  const quote = quoteOf(config, error.message);
  if (status === undefined) {
    return {
      why: `The model's server at ${new URL(error.url).host} could not be reached.`,
      remedy: "Check that it runs and that OPENAI_BASE_URL names it, then send the message again.",
    };
  }
  if (status < 400)
    return { why: "The model's answer broke off in the middle.", remedy: "Send the message again." };
  if (status === 401 || status === 403)
    return {
      why: `The model provider refused the key (${status}).`,
      remedy: "Set OPENAI_API_KEY to one that it takes and start Stepwright again.",
    };
  if (status === 404)
    return {
      why: `The model provider has no such model or address (404).${quote}`,
      remedy: "Name another model in the settings, or check OPENAI_BASE_URL.",
    };
  if (status === 429 && isOutOfQuota(error))
    return {
      why: "The quota at the model provider is used up (429).",
      remedy: "Top it up there, then send the message again.",
    };
  if (status === 429)
    return {
      why: "The model provider has too many requests at the moment (429).",
      remedy: `Wait ${waitOf(error)}, then send the message again.`,
    };
  if (status >= 500)
    return {
      why: `The model provider has a fault of its own (${status}).`,
      remedy: "Send the message again in a minute.",
    };
  if (body?.code === "context_length_exceeded" || TOO_LONG.test(body?.message ?? ""))
    return {
      why: `The plan and this conversation are too long for the model (${status}).`,
      remedy: "Choose a model that reads more, or send a shorter message.",
    };
  return {
    why: `The model provider refused the request (${status}).${quote}`,
    remedy: "Check the model in the settings, then send the message again.",
  };
}

/** Whether a provider refuses because the account is empty, which waiting does not fill. */
export function isOutOfQuota(error: APICallError): boolean {
  const { code, type } = bodyOf(error) ?? {};
  return [code, type].some((word) => /^(?:insufficient_quota|billing_\w+)$/.test(String(word)));
}

type Body = { code?: unknown; type?: unknown; message?: string | undefined };

function bodyOf(error: APICallError): Body | null {
  try {
    return bodySchema.parse(JSON.parse(error.responseBody ?? "")).error;
  } catch {
    return null;
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a provider asks to wait for, in words; a minute when it does not say. The longest wait that is told apart is a day. */
function waitOf(error: APICallError, now = Date.now()): string {
  const wait = retryAfterMs(error.responseHeaders ?? {}, now) ?? 0;
  if (wait >= DAY_MS) return "a day or more";
  if (wait > HOUR_MS) return `until ${momentOf(now + wait)}`;
  const minutes = Math.ceil(wait / 60_000);
  return minutes <= 1 ? "a minute" : counted(minutes, "minute");
}

/** `2026-12-01 14:05 UTC`, the first full minute at or behind the moment. */
function momentOf(milliseconds: number): string {
  const moment = new Date(Math.ceil(milliseconds / 60_000) * 60_000).toISOString();
  return `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;
}

/** What the provider said, without what looks like a key. */
export function quoteOf(config: Config, message: string): string {
  const words = message
    .replaceAll(config.openai.apiKey ?? "\u0000", "(hidden)")
    .replace(/\b(sk|key|Bearer)[-_ ][\w*.-]{6,}/gi, "(hidden)")
    .replace(/\s+/g, " ")
    .trim();
  return words === "" ? "" : ` It says: “${shortened(words.replace(/\.$/, ""), MAX_QUOTED)}”.`;
}
