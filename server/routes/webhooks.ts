import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { jsonSchema } from "#server/core/json.ts";
import { deliveryViewSchema, newWebhookViewSchema, webhookViewSchema } from "#server/core/trigger-views.ts";
import { webhookSchemeSchema } from "#server/core/trigger.ts";
import { createWebhook } from "#server/services/create-webhook.ts";
import { deleteWebhook } from "#server/services/delete-webhook.ts";
import { listDeliveries } from "#server/services/list-deliveries.ts";
import { listWebhooks } from "#server/services/list-webhooks.ts";
import { rotateWebhook } from "#server/services/rotate-webhook.ts";
import { testWebhook } from "#server/services/test-webhook.ts";
import { updateWebhook } from "#server/services/update-webhook.ts";
import { viewWebhook } from "#server/services/webhook-rows.ts";
import { agentPath } from "./agent-path.ts";
import { answer, body, named, newRoutes, pageQuerySchema, pageSchema, problems } from "./define.ts";
import { hookRoute } from "./hook-description.ts";

const tags = ["Webhooks"];
const webhookSchema = named("Webhook", webhookViewSchema);
const newWebhookSchema = named("NewWebhook", newWebhookViewSchema);
const webhookPath = z.object({ webhookId: z.string() });
const path = "/api/webhooks/{webhookId}";
const secret = z.string().max(500).optional().openapi({
  description: "One that the sender has. Left out, one is made; it is answered this one time.",
});

const force = z.boolean().optional().openapi({
  description:
    "While the secret before the last rotation still counts, another rotation is refused with 409. True ends that secret now.",
});

const list = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/webhooks",
  tags,
  summary: "The agent's webhooks, newest first",
  request: { params: agentPath },
  responses: { 200: answer(pageSchema(webhookSchema), "All of them."), ...problems(404) },
});

const create = createRoute({
  method: "post",
  path: "/api/agents/{agentId}/webhooks",
  tags,
  summary: "Make a webhook; its secret is shown this one time",
  request: {
    params: agentPath,
    body: body(z.strictObject({ title: z.string(), scheme: webhookSchemeSchema.optional(), secret })),
  },
  responses: {
    201: answer(newWebhookSchema, "The webhook with its secret."),
    ...problems(400, 404, 409, 413, 415, 422, 503),
  },
});

const read = createRoute({
  method: "get",
  path,
  tags,
  summary: "A webhook",
  request: { params: webhookPath },
  responses: { 200: answer(webhookSchema, "The webhook."), ...problems(404) },
});

const update = createRoute({
  method: "patch",
  path,
  tags,
  summary: "Change a webhook's title, or turn it off and on",
  request: {
    params: webhookPath,
    body: body(z.strictObject({ title: z.string(), enabled: z.boolean() }).partial()),
  },
  responses: {
    200: answer(webhookSchema, "The webhook as it is now."),
    ...problems(400, 404, 413, 415, 422),
  },
});

const remove = createRoute({
  method: "delete",
  path,
  tags,
  summary: "Delete a webhook with the list of its deliveries; the runs stay",
  request: { params: webhookPath },
  responses: { 204: { description: "It is gone." }, ...problems(404) },
});

const rotate = createRoute({
  method: "post",
  path: `${path}/rotate`,
  tags,
  summary: "Give a webhook a new secret; the one before counts beside it for 24 hours",
  request: {
    params: webhookPath,
    body: {
      required: false,
      content: { "application/json": { schema: z.strictObject({ secret, force }) } },
    },
  },
  responses: {
    200: answer(newWebhookSchema, "The webhook with its new secret."),
    ...problems(400, 404, 409, 413, 415, 422, 503),
  },
});

const deliveries = createRoute({
  method: "get",
  path: `${path}/deliveries`,
  tags,
  summary: "What was sent to a webhook and what became of it, newest first",
  description:
    "Accepted deliveries are kept for seven days, of all others the newest hundred; a refused one is listed within a second.",
  request: { params: webhookPath, query: pageQuerySchema },
  responses: {
    200: answer(pageSchema(named("Delivery", deliveryViewSchema)), "A page of deliveries."),
    ...problems(400, 404, 422),
  },
});

const test = createRoute({
  method: "post",
  path: `${path}/test`,
  tags,
  summary: "Start a run as a delivery would",
  request: {
    params: webhookPath,
    body: body(
      z
        .strictObject({
          payload: jsonSchema.optional(),
          deliveryId: z.string().min(1).optional().openapi({
            description: "Instead of a payload: the `id` of a listed delivery, whose payload is taken again.",
          }),
        })
        .refine(({ payload, deliveryId }) => payload === undefined || deliveryId === undefined, {
          path: ["deliveryId"],
          error: 'Give either "payload" or "deliveryId".',
        }),
    ),
  },
  responses: {
    202: answer(z.object({ runId: z.string() }), "The run is accepted."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

export function webhookRoutes(ctx: Context) {
  const originOf = (url: string) => new URL(ctx.config.publicUrl ?? url).origin;
  const routes = newRoutes();
  routes.openAPIRegistry.registerPath(hookRoute);
  return routes
    .openapi(list, async (c) =>
      c.json(await listWebhooks(ctx, { ...c.req.valid("param"), origin: originOf(c.req.url) }), 200),
    )
    .openapi(create, async (c) => {
      const asked = { ...c.req.valid("param"), ...c.req.valid("json"), origin: originOf(c.req.url) };
      return c.json(await createWebhook(ctx, asked), 201);
    })
    .openapi(read, async (c) =>
      c.json(await viewWebhook(ctx, c.req.valid("param").webhookId, originOf(c.req.url)), 200),
    )
    .openapi(update, async (c) => {
      const asked = { ...c.req.valid("param"), ...c.req.valid("json"), origin: originOf(c.req.url) };
      return c.json(await updateWebhook(ctx, asked), 200);
    })
    .openapi(remove, async (c) => {
      await deleteWebhook(ctx, c.req.valid("param"));
      return c.body(null, 204);
    })
    .openapi(rotate, async (c) => {
      // Without a body there is nothing that was checked.
      const given = c.req.valid("json") ?? {};
      const asked = { ...c.req.valid("param"), ...given, origin: originOf(c.req.url) };
      return c.json(await rotateWebhook(ctx, asked), 200);
    })
    .openapi(deliveries, async (c) =>
      c.json(await listDeliveries(ctx, { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    )
    .openapi(test, async (c) =>
      c.json(await testWebhook(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 202),
    );
}
