import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { toolDefinitionSchema } from "#server/core/tool.ts";
import { answer, named, newRoutes } from "./define.ts";

const list = createRoute({
  method: "get",
  path: "/api/tools",
  tags: ["Tools"],
  summary: "The tools that plans may name",
  responses: {
    200: answer(
      z.object({ items: z.array(named("Tool", toolDefinitionSchema)), nextCursor: z.null() }),
      "Every tool.",
    ),
  },
});

export function toolRoutes(ctx: Context) {
  return newRoutes().openapi(list, (c) => c.json({ items: [...ctx.tools.list()], nextCursor: null }, 200));
}
