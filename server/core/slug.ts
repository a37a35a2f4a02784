/** An id made of a text: lower-case words of ASCII joined by hyphens; empty when the text has none. */
export function slugOf(text: string): string {
  const slug = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 48)
    .replace(/^-+|-+$/g, "");
  return slug === "input" ? "input-step" : slug;
}

/** The id itself while it is free, otherwise with the first free number behind it. */
export function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  for (let number = 2; ; number += 1) {
    const candidate = `${id}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
