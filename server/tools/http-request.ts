import { z } from "zod";
import type { Config } from "#server/config.ts";
import { callHttp } from "./http-call.ts";
import type { HttpLimits } from "./http-exchange.ts";
import { HTTP_URL, SAFE_METHODS, buildMessage } from "./http-message.ts";
import { outcomeOfAnswer } from "./http-outcome.ts";
import { failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";

const LIMITS: HttpLimits = { timeoutMs: 30_000, maxBytes: 5 * 1024 * 1024, maxRedirects: 5 };

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const input = z.strictObject({
  url: z
    .string()
    .meta({ description: "An http or https URL such as https://example.com/orders", pattern: HTTP_URL }),
  method: z
    .enum(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    .optional()
    .describe("GET by default"),
  headers: z.record(z.string(), z.string()).optional(),
  query: z
    .record(z.string(), z.union([scalar, z.array(scalar)]))
    .optional()
    .describe("Added to the URL's query"),
  body: z.unknown().optional().describe("A text, or any JSON value, which is sent as application/json"),
});
const output = z.object({
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown().describe("Parsed JSON when the content type says so, else text"),
  url: z.string().describe("Where the answer came from, after redirects"),
  bodyEncoding: z
    .literal("base64")
    .optional()
    .describe("There when the body is binary: it is base64 text then"),
});

// The worst that one of its methods may do; a GET is told apart by its input.
const ANNOTATIONS = {
  readOnlyHint: false,
  idempotentHint: false,
  destructiveHint: true,
  openWorldHint: true,
};

export function httpRequestTool(config: Pick<Config, "egressAllow">, over: Partial<HttpLimits> = {}): Tool {
  const limits = { ...LIMITS, ...over };
  return defineTool({
    name: "http_request",
    description:
      "Requests a public URL over HTTP and gives the status, headers and body (up to 5 MB, within 30 seconds). A status of 400 or more fails the step.",
    takesSecrets: true,
    input,
    output,
    example: { url: "https://example.com" },
    annotations: ANNOTATIONS,
    annotationCases: [
      {
        parameter: "method",
        isOneOf: [...SAFE_METHODS, null],
        annotations: {
          readOnlyHint: true,
          idempotentHint: true,
          destructiveHint: false,
          openWorldHint: true,
        },
      },
    ],
    async call(asked, context) {
      const message = buildMessage(asked, context.idempotencyKey);
      if (!message.ok) return failedNow(message.error);

      const called = await callHttp(message.value, config.egressAllow, limits, context.signal);
      if (!called.ok) return called.error;
      return outcomeOfAnswer(called.value, SAFE_METHODS.includes(message.value.method), context.hide);
    },
  });
}
