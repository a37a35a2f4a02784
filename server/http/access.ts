import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Context as Request, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { AppError } from "#server/errors.ts";

export const COOKIE_NAME = "stepwright_access";
export const COOKIE_SECONDS = 30 * 24 * 60 * 60;
const WRONG_TRIES = 10;
const TRIES_WINDOW_SECONDS = 15 * 60;

// What stays open with an access token: probes, and the way in.
const OPEN_PATHS = ["/api/health", "/api/ready", "/sign-in", "/sign-in.css"];

/** What the one access token of this server opens. */
export type Access = ReturnType<typeof createAccess>;

export function createAccess(token: string, now: () => Date) {
  const wrongTries = new RateLimiterMemory({ points: WRONG_TRIES, duration: TRIES_WINDOW_SECONDS });

  /** Throws unless `candidate` is the token. Ten wrong tries from one place close the door for a while. */
  async function checkToken(candidate: string, from: string): Promise<void> {
    const tries = await wrongTries.get(from);
    if (tries !== null && tries.consumedPoints >= WRONG_TRIES) {
      const seconds = Math.ceil(tries.msBeforeNext / 1_000);
      throw new AppError(
        "too-many-requests",
        `Too many wrong access tokens from here. Try again in ${Math.ceil(seconds / 60)} minutes.`,
        { details: { "retry-after": seconds } },
      );
    }
    if (isSame(candidate, token)) return;
    await wrongTries.penalty(from);
    throw new AppError("unauthorized", "That is not the access token. Use the value of ACCESS_TOKEN.");
  }

  /** What the cookie holds: when it ends, sealed with the token, never the token itself. */
  function sealCookie(): string {
    const endsAt = String(now().getTime() + COOKIE_SECONDS * 1_000);
    return `${endsAt}.${seal(endsAt, token)}`;
  }

  function isCookieGood(value: string): boolean {
    const [endsAt = "", mark = ""] = value.split(".");
    return isSame(mark, seal(endsAt, token)) && Number(endsAt) > now().getTime();
  }

  return { checkToken, sealCookie, isCookieGood };
}

/** Lets nobody past without the token (programs) or the cookie of the sign-in page (people). */
export function requireAccess(access: Access): MiddlewareHandler {
  return async (c, next) => {
    if (OPEN_PATHS.includes(c.req.path)) return next();

    const authorization = c.req.header("authorization");
    if (authorization !== undefined) {
      const bearer = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
      await access.checkToken(bearer, `program ${remoteAddress(c)}`);
      return next();
    }
    const cookie = getCookie(c, COOKIE_NAME);
    if (cookie !== undefined && access.isCookieGood(cookie)) return next();

    const wantsPage = c.req.method === "GET" && !c.req.path.startsWith("/api/");
    if (wantsPage && c.req.header("accept")?.includes("text/html")) {
      const back = c.req.path + new URL(c.req.url).search;
      return c.redirect(back === "/" ? "/sign-in" : `/sign-in?next=${encodeURIComponent(back)}`, 303);
    }
    throw new AppError(
      "unauthorized",
      "This server needs its access token. Send it as Authorization: Bearer <ACCESS_TOKEN>, or sign in at /sign-in.",
    );
  };
}

/** Where a request's connection comes from; headers that anybody can write do not count. */
export function remoteAddress(c: Request): string {
  const bindings: { incoming?: { socket?: { remoteAddress?: string } } } | undefined = c.env;
  return bindings?.incoming?.socket?.remoteAddress ?? "unknown";
}

function seal(text: string, token: string): string {
  return createHmac("sha256", token).update(`stepwright access until ${text}`).digest("base64url");
}

// Digests have one length, which is what timingSafeEqual asks for.
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
