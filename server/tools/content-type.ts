/** The media type without its parameters, in lower case. */
export function mediaTypeOf(contentType: string): string {
  return (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
}

/** The label of the encoding that the header names; null when it names none. */
export function charsetOf(contentType: string): string | null {
  const found = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType);
  return found?.[1]?.toLowerCase() ?? null;
}
