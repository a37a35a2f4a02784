import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { newRoutes, problems } from "./define.ts";

const metrics = createRoute({
  method: "get",
  path: "/metrics",
  tags: ["Health"],
  summary: "Figures of this process and of the database, as Prometheus reads them",
  description: "Wants the access token like everything else, where one is set.",
  responses: {
    200: {
      description: "Each figure says in its HELP line whether it is of this process or of all.",
      content: { "text/plain": { schema: z.string() } },
    },
    ...problems(401),
  },
});

export function metricsRoutes(ctx: Context) {
  return newRoutes().openapi(metrics, async (c) => {
    const { body, contentType } = await ctx.metrics.exposed();
    return c.text(body, 200, { "Content-Type": contentType, "Cache-Control": "no-store" });
  });
}
