import type { Context as Request } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Context } from "#server/context.ts";
import { AppError, type AppErrorCode } from "#server/errors.ts";
import { databaseAway } from "./database-away.ts";

const STATUS = {
  "bad-request": 400,
  unauthorized: 401,
  forbidden: 403,
  "not-found": 404,
  conflict: 409,
  "too-large": 413,
  "unsupported-media-type": 415,
  invalid: 422,
  "too-many-requests": 429,
  unavailable: 503,
} as const satisfies Record<AppErrorCode, number>;

const TITLES: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  408: "Request Timeout",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

type Answer = {
  status: number;
  detail: string;
  members?: Record<string, unknown>;
  headers?: Record<string, string>;
};

/** A problem document of RFC 9457. */
export function problem({ status, detail, members = {}, headers = {} }: Answer): Response {
  const title = TITLES[status] ?? "Error";
  return new Response(JSON.stringify({ ...members, type: "about:blank", title, status, detail }), {
    status,
    headers: { "Content-Type": "application/problem+json; charset=utf-8", ...headers },
  });
}

/** Whatever a route throws, as the answer that its caller may see. Only a bug gets into the log. */
export function problemOf(ctx: Context, error: unknown, request: Request): Response {
  if (error instanceof AppError) {
    const { "retry-after": retryAfter, ...details } = error.details ?? {};
    return problem({
      status: STATUS[error.code],
      detail: error.message,
      members: { ...details, ...(error.issues ? { issues: error.issues } : {}) },
      headers: {
        ...(error.code === "unauthorized" ? { "WWW-Authenticate": 'Bearer realm="Stepwright"' } : {}),
        ...(typeof retryAfter === "number" ? { "Retry-After": String(retryAfter) } : {}),
      },
    });
  }
  if (error instanceof HTTPException && error.status < 500) {
    return problem({ status: error.status, detail: HTTP_DETAILS[error.status] ?? error.message });
  }

  const refused = refusedByDatabase(error);
  if (refused !== null) return problem({ status: 422, detail: refused });

  const away = databaseAway(error);
  if (away !== null) {
    ctx.log.warn({ why: away, method: request.req.method, path: request.req.path }, "database away");
    const detail = `The database does not answer (${away}). Try again in a moment.`;
    return problem({ status: 503, detail, headers: { "Retry-After": "2" } });
  }

  const errorId = ctx.newId("err");
  ctx.log.error(
    { err: error, errorId, method: request.req.method, path: request.req.path },
    "request failed",
  );
  return problem({
    status: 500,
    detail: `Something went wrong on our side. The server's log has it under "${errorId}".`,
    members: { errorId },
  });
}

// SQLSTATE codes of values that a well-formed request can hold and no column does.
const REFUSED_VALUES: Record<string, string> = {
  "22021": "The request holds the character U+0000, which is not text. Leave it out.",
  "22P05": "The request holds a character that cannot be stored. Leave it out.",
  "22003": "The request holds a number that is too large. Use a smaller one.",
};

function refusedByDatabase(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && cause.code in REFUSED_VALUES) {
      return REFUSED_VALUES[cause.code] ?? null;
    }
  }
  return null;
}

const HTTP_DETAILS: Record<number, string> = {
  400: "The body of the request is not valid JSON.",
  413: "The body of the request is larger than 1 MB.",
  415: "The body of the request must be JSON. Send it with the header Content-Type: application/json.",
};
