import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

const self = "'self'";

const POLICY = "Content-Security-Policy";

/** What browsers are told to refuse, on every answer. An answer with a policy of its own keeps that. */
export function securityHeaders(options: { isHttps: boolean }): MiddlewareHandler {
  const secured = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: [self],
      imgSrc: [self, "data:"],
      objectSrc: ["'none'"],
      baseUri: [self],
      formAction: [self],
      frameAncestors: ["'none'"],
    },
    xFrameOptions: "DENY",
    strictTransportSecurity: options.isHttps,
  });
  return async (c, next) => {
    let own: string | null = null;
    await secured(c, async () => {
      await next();
      own = c.res.headers.get(POLICY);
    });
    if (own !== null) c.res.headers.set(POLICY, own);
  };
}
