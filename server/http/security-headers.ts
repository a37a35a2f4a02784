import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";

const self = "'self'";

/** What browsers are told to refuse, on every answer. */
export function securityHeaders(options: { isHttps: boolean }): MiddlewareHandler {
  return secureHeaders({
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
}
