import { Hono } from "hono";
import type { Context } from "./context.ts";
import { createAccess, requireAccess } from "./http/access.ts";
import { checkHost } from "./http/check-host.ts";
import { problem, problemOf } from "./http/problem.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { healthRoutes } from "./routes/health.ts";
import { metricsRoutes } from "./routes/metrics.ts";

/** What a worker without a page answers: its health and its figures, to whom the API would answer. */
export function createWatchApp(ctx: Context) {
  const { accessToken, publicUrl } = ctx.config;
  const app = new Hono();
  app.onError((error, c) => problemOf(ctx, error, c));
  app.notFound((c) =>
    problem({
      status: 404,
      detail: `There is nothing at "${c.req.path}". A worker has /metrics, /api/health and /api/ready.`,
    }),
  );
  app.use(securityHeaders({ isHttps: publicUrl?.startsWith("https:") ?? false }), checkHost(ctx.config));
  if (accessToken !== null) app.use(requireAccess(createAccess(accessToken, ctx.now)));
  return app.route("/", healthRoutes(ctx)).route("/", metricsRoutes(ctx));
}
