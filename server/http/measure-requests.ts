import type { Context as Request, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { Metrics } from "#server/metrics/create-metrics.ts";

/** Notes how long each answer took to begin, by the pattern of its path. */
export function measureRequests(metrics: Pick<Metrics, "requestAnswered">): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    metrics.requestAnswered({
      method: c.req.method,
      route: routeOf(c),
      status: c.res.status,
      seconds: (performance.now() - startedAt) / 1_000,
    });
  };
}

// Paths that nothing answers are endless, and so are those of the page's own.
function routeOf(c: Request): string {
  const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith("*"));
  if (route !== undefined) return route.path.replaceAll(/:(\w+)/g, "{$1}");
  return c.res.status < 400 ? "page" : "none";
}
