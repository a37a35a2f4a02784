import { OpenAPIHono } from "@hono/zod-openapi";
import { methodNotAllowed } from "hono/method-not-allowed";
import type { Context } from "./context.ts";
import { createAccess, requireAccess } from "./http/access.ts";
import { checkHost } from "./http/check-host.ts";
import { checkOrigin } from "./http/check-origin.ts";
import { describeApi } from "./http/describe-api.ts";
import { hookDoor } from "./http/hook-door.ts";
import { limitBody } from "./http/limit-body.ts";
import { measureRequests } from "./http/measure-requests.ts";
import { problem, problemOf } from "./http/problem.ts";
import { readJson } from "./http/read-json.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { servePage } from "./http/serve-page.ts";
import { signInPages } from "./http/sign-in.ts";
import { agentRoutes } from "./routes/agents.ts";
import { approvalRoutes } from "./routes/approvals.ts";
import { channelRoutes } from "./routes/channels.ts";
import { chatRoutes } from "./routes/chat.ts";
import { healthRoutes } from "./routes/health.ts";
import { metricsRoutes } from "./routes/metrics.ts";
import { noticeRoutes } from "./routes/notices.ts";
import { planRoutes } from "./routes/plans.ts";
import { runArtifactRoutes } from "./routes/run-artifacts.ts";
import { runFileRoutes } from "./routes/run-files.ts";
import { runRoutes } from "./routes/runs.ts";
import { scheduleRoutes } from "./routes/schedules.ts";
import { settingsRoutes } from "./routes/settings.ts";
import { snapshotRoutes } from "./routes/snapshots.ts";
import { secretRoutes } from "./routes/secrets.ts";
import { toolServerRoutes } from "./routes/tool-servers.ts";
import { toolRoutes } from "./routes/tools.ts";
import { webhookRoutes } from "./routes/webhooks.ts";

/** Imported as a type by the page: its client takes request and answer types from here. */
export type App = ReturnType<typeof describedRoutes>;

function describedRoutes(ctx: Context) {
  return new OpenAPIHono()
    .route("/", agentRoutes(ctx))
    .route("/", chatRoutes(ctx))
    .route("/", planRoutes(ctx))
    .route("/", snapshotRoutes(ctx))
    .route("/", runRoutes(ctx))
    .route("/", runFileRoutes(ctx))
    .route("/", runArtifactRoutes(ctx))
    .route("/", approvalRoutes(ctx))
    .route("/", noticeRoutes(ctx))
    .route("/", channelRoutes(ctx))
    .route("/", scheduleRoutes(ctx))
    .route("/", toolRoutes(ctx))
    .route("/", toolServerRoutes(ctx))
    .route("/", secretRoutes(ctx))
    .route("/", webhookRoutes(ctx))
    .route("/", settingsRoutes(ctx))
    .route("/", healthRoutes(ctx))
    .route("/", metricsRoutes(ctx));
}

/** Everything that this server answers, and the one place where errors become HTTP. */
export function createApp(ctx: Context, options: { pageFolder?: string } = {}) {
  const { config } = ctx;
  const isHttps = config.publicUrl?.startsWith("https:") ?? false;
  const access = config.accessToken === null ? null : createAccess(config.accessToken, ctx.now);

  const described = describedRoutes(ctx);
  const routes = new OpenAPIHono()
    .route("/", described)
    .route("/", describeApi(described, config.publicUrl))
    .route("/", signInPages(access, { isHttps }));

  const app = new OpenAPIHono();
  app.onError((error, c) => problemOf(ctx, error, c));
  app.notFound((c) =>
    problem({ status: 404, detail: `There is nothing at "${c.req.path}". See /api/docs.` }),
  );

  app.use(measureRequests(ctx.metrics));
  app.use(securityHeaders({ isHttps }));
  app.route("/", hookDoor(ctx));
  app.use("/api/*", async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
  });
  app.use(
    methodNotAllowed({
      app: routes,
      onMethodNotAllowed: (c, methods) => {
        const allow = methods.join(", ");
        const detail = `"${c.req.path}" does not take ${c.req.method}. It takes ${allow}.`;
        return problem({ status: 405, detail, headers: { Allow: allow } });
      },
    }),
  );
  app.use(checkHost(config), checkOrigin(config));
  if (access !== null) app.use(requireAccess(access));
  app.use(limitBody);
  app.use("/api/*", readJson(described));

  app.route("/", routes);
  if (options.pageFolder !== undefined) app.route("/", servePage(options.pageFolder));
  return app;
}
