import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { noticeViewSchema } from "#server/core/notice-views.ts";
import { listNotices } from "#server/services/list-notices.ts";
import { readNotices } from "#server/services/read-notices.ts";
import { answer, body, named, newRoutes, pageQuery, pageSchema, problems } from "./define.ts";

const tags = ["Notices"];
const noticeSchema = named("Notice", noticeViewSchema);
const unreadSchema = z.int().openapi({ description: "How many nobody has read, on whatever page." });

const list = createRoute({
  method: "get",
  path: "/api/notices",
  tags,
  summary: "What people should hear about, newest first",
  request: {
    query: pageQuery({
      agent: z.string().min(1).optional().openapi({ description: "Only of this agent, by id or slug." }),
      unread: z
        .enum(["true", "false"])
        .optional()
        .openapi({ description: "With true only those that nobody has read." }),
    }),
  },
  responses: {
    200: answer(pageSchema(noticeSchema).extend({ unread: unreadSchema }), "A page of notices."),
    ...problems(400, 404, 422),
  },
});

const read = createRoute({
  method: "post",
  path: "/api/notices/read",
  tags,
  summary: "Take note that notices were read",
  request: {
    body: body(
      z.strictObject({
        noticeIds: z.array(z.string().min(1).max(200)).min(1).max(500).optional().openapi({
          description: "All when left out.",
        }),
      }),
    ),
  },
  responses: {
    200: answer(z.object({ unread: unreadSchema }), "How many are left."),
    ...problems(400, 404, 413, 415, 422),
  },
});

export function noticeRoutes(ctx: Context) {
  return newRoutes()
    .openapi(list, async (c) => {
      const { agent, unread, ...page } = c.req.valid("query");
      return c.json(await listNotices(ctx, { ...page, agentId: agent, unread: unread === "true" }), 200);
    })
    .openapi(read, async (c) => c.json(await readNotices(ctx, c.req.valid("json")), 200));
}
