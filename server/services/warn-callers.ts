import type { Db } from "#db/client.ts";
import { brokenChainsThrough } from "#server/core/agent-chain.ts";
import type { TriggerWarning } from "#server/core/trigger-views.ts";
import { findAgentCalls } from "./find-agent-calls.ts";

const MOST_WARNINGS = 5;

/** Which saved plans of other agents run too many agents in a chain, now that this one's is saved. */
export async function warnCallers(db: Db, slug: string): Promise<TriggerWarning[]> {
  const broken = brokenChainsThrough(slug, await findAgentCalls(db));
  return broken.slice(0, MOST_WARNINGS).map((caller) => ({
    code: "agent_recursion",
    message: `The saved plan of agent "${caller.slug}" runs this one, and its runs fail from now on. ${caller.problem} Change one of these plans.`,
  }));
}
