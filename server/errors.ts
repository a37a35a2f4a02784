import type { Issue } from "#server/core/plan.ts";

export type AppErrorCode =
  | "bad-request"
  | "unauthorized"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "too-large"
  | "unsupported-media-type"
  | "invalid"
  | "too-many-requests"
  | "unavailable";

/** One bad field of a request. */
export type FieldIssue = { path: string; message: string };

/** A refusal that the caller can act on. Anything else thrown is a bug and becomes a 500. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: AppErrorCode;
  readonly issues: readonly (Issue | FieldIssue)[] | undefined;
  /** More that the caller may need, shown as members of the problem document. */
  readonly details: Readonly<Record<string, unknown>> | undefined;

  constructor(
    code: AppErrorCode,
    message: string,
    options: ErrorOptions & {
      issues?: readonly (Issue | FieldIssue)[];
      details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(message, options);
    this.code = code;
    this.issues = options.issues;
    this.details = options.details;
  }
}

export function notFound(entity: string, id: string): AppError {
  return new AppError("not-found", `${entity} "${id}" not found.`);
}

export function conflict(message: string, details?: Readonly<Record<string, unknown>>): AppError {
  return new AppError("conflict", message, details ? { details } : {});
}

export function invalid(message: string, issues?: readonly (Issue | FieldIssue)[]): AppError {
  return new AppError("invalid", message, issues ? { issues } : {});
}
