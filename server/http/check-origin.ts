import type { MiddlewareHandler } from "hono";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses changes that a page of another origin sends through a person's browser. Browsers say where
 * a request comes from (Sec-Fetch-Site, Origin) and pages cannot forge it; other programs say nothing.
 */
export function checkOrigin(config: Pick<Config, "publicUrl">): MiddlewareHandler {
  return async (c, next) => {
    if (!SAFE_METHODS.includes(c.req.method) && !isOwnPage(c.req.raw, config)) {
      throw new AppError(
        "forbidden",
        `A page of "${c.req.header("origin")?.slice(0, 200) ?? "another site"}" may not change anything here. Use this server's own page, or a program without an Origin header.`,
      );
    }
    await next();
  };
}

function isOwnPage(request: Request, config: Pick<Config, "publicUrl">): boolean {
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  if (origin === null) return true;
  if (config.publicUrl !== null && origin === new URL(config.publicUrl).origin) return true;
  const host = request.headers.get("host");
  return host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}
