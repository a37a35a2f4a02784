import type { Context } from "#server/context.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import type { DiffView } from "#server/core/views.ts";
import { findAgent } from "./find-agent.ts";
import { findRevision } from "./find-revision.ts";

/** What changed from one revision to another; from the one that it changed when `from` is left out. */
export async function diffRevisions(
  ctx: Context,
  input: { agentId: string; revision: number; from?: number | undefined },
): Promise<DiffView> {
  const agent = await findAgent(ctx.db, input.agentId);
  const after = await findRevision(ctx.db, agent.id, input.revision);
  const from = input.from ?? after.baseRevision;
  const before = from === 0 ? null : (await findRevision(ctx.db, agent.id, from)).plan;
  return { from, to: input.revision, diff: diffPlans(before, after.plan) };
}
