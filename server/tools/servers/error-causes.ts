/** The first error of a kind in a chain of causes. */
export function causeOf<Kind extends Error>(
  error: unknown,
  kind: abstract new (...args: never[]) => Kind,
): Kind | null {
  if (!(error instanceof Error)) return null;
  return error instanceof kind ? error : causeOf(error.cause, kind);
}

/** The codes of the system and of libraries in a chain of causes, the outermost first. */
export function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  const own = "code" in error && typeof error.code === "string" ? [error.code] : [];
  return [...own, ...inner, ...codesOf(error.cause)];
}

/** What the innermost error says: those around it say little, such as "fetch failed". */
export function innermostText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? innermostText(error.cause) : error.message;
}

export function isLate(error: unknown): boolean {
  return error instanceof Error && (error.name === "TimeoutError" || isLate(error.cause));
}
