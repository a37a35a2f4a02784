import { asc, eq } from "drizzle-orm";
import { planRevisions } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Step } from "#server/core/plan.ts";
import type { BlameView } from "#server/core/views.ts";
import { findAgent } from "./find-agent.ts";

type Blame = BlameView["steps"];

/** Which revision, and so which message, last set each field of each step. */
export async function blamePlan(ctx: Context, input: { agentId: string }): Promise<BlameView> {
  const agent = await findAgent(ctx.db, input.agentId);
  const rows = await ctx.db
    .select({
      revision: planRevisions.revision,
      messageId: planRevisions.messageId,
      plan: planRevisions.plan,
    })
    .from(planRevisions)
    .where(eq(planRevisions.agentId, agent.id))
    .orderBy(asc(planRevisions.revision));

  let steps: Blame = {};
  let before = new Map<string, Step>();
  for (const { plan, revision, messageId } of rows) {
    const by = { revision, messageId };
    steps = Object.fromEntries(
      plan.steps.map((step) => [step.id, blameStep(step, before.get(step.id), steps[step.id] ?? {}, by)]),
    );
    before = new Map(plan.steps.map((step) => [step.id, step]));
  }
  return { revision: rows.at(-1)?.revision ?? 0, steps };
}

function blameStep(
  step: Step,
  before: Step | undefined,
  known: Blame[string],
  by: { revision: number; messageId: string },
): Blame[string] {
  const old = new Map(Object.entries(before ?? {}));
  return Object.fromEntries(
    Object.entries(step).map(([field, value]) => {
      const isSame = old.has(field) && canonicalJson(old.get(field)) === canonicalJson(value);
      return [field, (isSame && known[field]) || by];
    }),
  );
}
