/** How many agents may run each other in one chain, the first one included. */
export const MAX_CHAINED_AGENTS = 3;

/** Why agents may not run each other in this order, from the first to the last; null when they may. */
export function chainProblem(slugs: readonly string[]): string | null {
  const way = slugs.map((slug) => `"${slug}"`).join(" → ");
  if (new Set(slugs).size < slugs.length) return `The agents would run each other in a circle: ${way}.`;
  if (slugs.length <= MAX_CHAINED_AGENTS) return null;
  return `At most ${MAX_CHAINED_AGENTS} agents may run each other in a chain, and these are ${slugs.length}: ${way}.`;
}
