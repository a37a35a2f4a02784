import { z } from "@hono/zod-openapi";
import { runReportSchema } from "#server/core/views.ts";
import { answer, named, problemSchema } from "./define.ts";

const REFUSALS = {
  400: "The body cannot be read as what its Content-Type says.",
  401: "It is not signed, the signature is wrong, or it was signed more than 5 minutes ago.",
  404: "No webhook takes deliveries at this address.",
  405: "Only POST is taken.",
  408: "It did not come to its end within 15 seconds.",
  409: "The id belongs to an earlier delivery with another body (`runId`), or the agent is archived.",
  413: "It is larger than 1 MB, as it was sent or decoded.",
  415: "The content encoding or the charset is not known.",
  422: "It holds what cannot be kept, or `wait` is wrong.",
  429: "Too many deliveries with wrong signatures came from the same place. Good ones are never refused so.",
  503: "The agent has no saved plan yet, or too much is coming in at once. `Retry-After` says when to try again.",
};

/** The door that `http/hook-door.ts` opens, as the API's description tells it. */
export const hookRoute = {
  method: "post" as const,
  path: "/hooks/{webhookId}",
  tags: ["Webhooks"],
  summary: "Deliver to a webhook: starts a run with the body as its input",
  description:
    "Signed as the webhook's scheme says, over the bytes exactly as they are sent, a content encoding included: " +
    "`standard` with webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks), `github` with " +
    "X-Hub-Signature-256, `token` with Authorization: Bearer. The same id (webhook-id, X-GitHub-Delivery, " +
    "Idempotency-Key) gives the same run for at least seven days; a body without an id is known by its hash, so " +
    "that equal bodies are one delivery. JSON becomes JSON, a form an object (lists for repeated names), text a " +
    "text, other bytes base64 beside their type. An empty body is null.",
  request: {
    params: z.object({ webhookId: z.string() }),
    query: z.object({
      wait: z.coerce.number().int().min(0).max(60).optional().openapi({
        description: "Seconds to wait for the run to end.",
      }),
    }),
    body: { required: false, content: { "*/*": { schema: z.string() } } },
  },
  responses: {
    200: answer(named("RunReport", runReportSchema), "With `wait`: the report of the run, which is over."),
    202: answer(
      z.object({
        runId: z.string().nullable().openapi({
          description: "Null when the run of a repeated delivery is not kept any longer.",
        }),
        repeated: z.boolean().openapi({ description: "Whether the delivery had come before." }),
        note: z.string().optional(),
      }),
      "Taken: the run is queued, or was by an earlier delivery of the same id.",
    ),
    ...Object.fromEntries(
      Object.entries(REFUSALS).map(([status, description]) => [
        status,
        { description, content: { "application/problem+json": { schema: problemSchema } } },
      ]),
    ),
  },
};
