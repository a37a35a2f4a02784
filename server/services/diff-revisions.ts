import type { Context } from "#server/context.ts";
import type { Plan } from "#server/core/plan.ts";
import { diffPlans } from "#server/core/plan-diff.ts";
import type { DiffView } from "#server/core/views.ts";
import { findAgent } from "./find-agent.ts";
import { findRevision } from "./find-revision.ts";

/** What changed from one revision to another; from the one before when `from` is left out. */
export async function diffRevisions(
  ctx: Context,
  input: { agentId: string; revision: number; from?: number | undefined },
): Promise<DiffView> {
  const agent = await findAgent(ctx.db, input.agentId);
  const from = input.from ?? input.revision - 1;
  const planAt = async (revision: number): Promise<Plan> =>
    (await findRevision(ctx.db, agent.id, revision)).plan;

  const after = await planAt(input.revision);
  const before = from === 0 ? null : await planAt(from);
  return { from, to: input.revision, diff: diffPlans(before, after) };
}
