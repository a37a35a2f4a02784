/** How many agents may run each other in one chain, the first one included. */
export const MAX_CHAINED_AGENTS = 3;

/** Why agents may not run each other in this order, from the first to the last; null when they may. */
export function chainProblem(slugs: readonly string[]): string | null {
  const way = slugs.map((slug) => `"${slug}"`).join(" → ");
  if (new Set(slugs).size < slugs.length) return `The agents would run each other in a circle: ${way}.`;
  if (slugs.length <= MAX_CHAINED_AGENTS) return null;
  return `At most ${MAX_CHAINED_AGENTS} agents may run each other in a chain, and these are ${slugs.length}: ${way}.`;
}

/** Of the agents that run `self`, directly or through others, those whose chain may not be, with the reason. */
export function brokenChainsThrough(
  self: string,
  calls: ReadonlyMap<string, readonly string[]>,
): { slug: string; problem: string }[] {
  function problemFrom(chain: readonly string[]): string | null {
    const problem = chainProblem(chain);
    if (problem !== null) return chain.includes(self) ? problem : null;
    for (const next of calls.get(chain.at(-1) ?? "") ?? []) {
      const further = problemFrom([...chain, next]);
      if (further !== null) return further;
    }
    return null;
  }
  return [...calls.keys()].flatMap((slug) => {
    const problem = slug === self ? null : problemFrom([slug]);
    return problem === null ? [] : [{ slug, problem }];
  });
}
