/** `a, b and c`, or with another word before the last one. */
export function listOf(items: readonly string[], word = "and"): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}
