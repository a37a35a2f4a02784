import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "#server/context.ts";
import { checkReady } from "#server/services/check-ready.ts";
import { answer, newRoutes, problems } from "./define.ts";

const tags = ["Health"];

const health = createRoute({
  method: "get",
  path: "/api/health",
  tags,
  summary: "This process is alive",
  responses: { 200: answer(z.object({ status: z.literal("ok") }), "Alive.") },
});

const ready = createRoute({
  method: "get",
  path: "/api/ready",
  tags,
  summary: "Database and queue are reachable, migrations are done",
  responses: {
    200: answer(z.object({ status: z.literal("ready"), database: z.enum(["pglite", "postgres"]) }), "Ready."),
    503: { ...problems(503)[503], description: "`notReady` names the part: database, migrations or queue." },
  },
});

export function healthRoutes(ctx: Context) {
  return newRoutes()
    .openapi(health, (c) => c.json({ status: "ok" as const }, 200))
    .openapi(ready, async (c) => c.json({ status: "ready" as const, ...(await checkReady(ctx)) }, 200));
}
