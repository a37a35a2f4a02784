import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { channelTypeSchema, noticeKindSchema } from "#server/core/notice.ts";
import {
  channelViewSchema,
  newChannelViewSchema,
  noticeDeliveryViewSchema,
} from "#server/core/notice-views.ts";
import { createChannel } from "#server/services/create-channel.ts";
import { deleteChannel } from "#server/services/delete-channel.ts";
import { listChannelDeliveries } from "#server/services/list-channel-deliveries.ts";
import { listChannels } from "#server/services/list-channels.ts";
import { resendNotice } from "#server/services/resend-notice.ts";
import { testChannel } from "#server/services/test-channel.ts";
import { updateChannel } from "#server/services/update-channel.ts";
import { agentPath } from "./agent-path.ts";
import { answer, body, named, newRoutes, pageQuerySchema, pageSchema, problems } from "./define.ts";

const tags = ["Channels"];
const channelSchema = named("Channel", channelViewSchema);
const deliverySchema = named("NoticeDelivery", noticeDeliveryViewSchema);
const channelPath = z.object({ channelId: z.string() });
const target = z.string().min(1).max(2_000).openapi({
  description:
    "An e-mail address, or a URL: https, or http to what EGRESS_ALLOW names. What is posted there is signed as Standard Webhooks says.",
});
const kinds = z.array(noticeKindSchema).min(1).max(20).nullable().openapi({
  description: "The kinds of notices that it takes; null for all.",
});

const list = createRoute({
  method: "get",
  path: "/api/agents/{agentId}/channels",
  tags,
  summary: "Where an agent's notices go beside the page",
  request: { params: agentPath },
  responses: {
    200: answer(pageSchema(channelSchema), "All of its channels, oldest first."),
    ...problems(404),
  },
});

const create = createRoute({
  method: "post",
  path: "/api/agents/{agentId}/channels",
  tags,
  summary: "Send an agent's notices to one more place",
  request: {
    params: agentPath,
    body: body(
      z.strictObject({
        type: channelTypeSchema,
        target,
        kinds: kinds.optional(),
        enabled: z.boolean().optional(),
      }),
    ),
  },
  responses: {
    201: answer(
      named("NewChannel", newChannelViewSchema),
      "The channel, with the secret of a webhook this one time.",
    ),
    ...problems(400, 404, 409, 413, 415, 422, 503),
  },
});

const update = createRoute({
  method: "patch",
  path: "/api/channels/{channelId}",
  tags,
  summary: "Change where a channel leads, what it takes, or switch it on or off",
  request: {
    params: channelPath,
    body: body(z.strictObject({ target, kinds, enabled: z.boolean() }).partial()),
  },
  responses: {
    200: answer(channelSchema, "The channel as it is now."),
    ...problems(400, 404, 409, 413, 415, 422),
  },
});

const remove = createRoute({
  method: "delete",
  path: "/api/channels/{channelId}",
  tags,
  summary: "Delete a channel, with what is still to be sent to it",
  request: { params: channelPath },
  responses: { 204: { description: "It is gone." }, ...problems(404) },
});

const test = createRoute({
  method: "post",
  path: "/api/channels/{channelId}/test",
  tags,
  summary: "Send a test there now",
  request: { params: channelPath },
  responses: {
    200: answer(z.object({ isSent: z.boolean(), error: z.string().nullable() }), "How sending ended."),
    ...problems(404, 503),
  },
});

const deliveries = createRoute({
  method: "get",
  path: "/api/channels/{channelId}/deliveries",
  tags,
  summary: "What was sent to a channel, and what was given up, newest first",
  request: { params: channelPath, query: pageQuerySchema },
  responses: { 200: answer(pageSchema(deliverySchema), "A page of deliveries."), ...problems(400, 404, 422) },
});

const resend = createRoute({
  method: "post",
  path: "/api/channels/{channelId}/deliveries/{deliveryId}/resend",
  tags,
  summary: "Send again what was given up or has gone out, under the same id",
  request: { params: channelPath.extend({ deliveryId: z.string() }) },
  responses: { 200: answer(deliverySchema, "The delivery, which is due now."), ...problems(404, 409) },
});

export function channelRoutes(ctx: Context) {
  return newRoutes()
    .openapi(list, async (c) => c.json(await listChannels(ctx, c.req.valid("param")), 200))
    .openapi(create, async (c) =>
      c.json(await createChannel(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 201),
    )
    .openapi(update, async (c) =>
      c.json(await updateChannel(ctx, { ...c.req.valid("param"), ...c.req.valid("json") }), 200),
    )
    .openapi(remove, async (c) => {
      await deleteChannel(ctx, c.req.valid("param"));
      return c.body(null, 204);
    })
    .openapi(test, async (c) => c.json(await testChannel(ctx, c.req.valid("param")), 200))
    .openapi(deliveries, async (c) =>
      c.json(await listChannelDeliveries(ctx, { ...c.req.valid("param"), ...c.req.valid("query") }), 200),
    )
    .openapi(resend, async (c) => c.json(await resendNotice(ctx, c.req.valid("param")), 200));
}
