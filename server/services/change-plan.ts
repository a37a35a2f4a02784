import { and, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, planRevisions } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { withoutControlCharacters } from "#server/core/control-characters.ts";
import { canonicalJson } from "#server/core/json.ts";
import type { Issue, Plan } from "#server/core/plan.ts";
import { diffPlans, type PlanDiff } from "#server/core/plan-diff.ts";
import { err, ok, type Result } from "#server/core/result.ts";
import type { StoredEdit } from "#server/core/revision.ts";
import { checkPlan } from "./check-plan.ts";
import { type AgentRow, lockAgent, refuseArchived } from "./find-agent.ts";
import { findBaseRevision } from "./find-base-revision.ts";
import type { RevisionRow } from "./find-revision.ts";
import { planHashOf } from "./plan-hash.ts";
import { storableJson } from "./storable-json.ts";

/** Why a plan was not changed. `message` says what would work. */
export type PlanRefusal = { message: string; issues: readonly Issue[] };

/** A new revision and what it brought. */
export type PlanChange = {
  revision: number;
  /** The one that `diff` compares with; null when that is no plan. */
  previousRevision: number | null;
  plan: Plan;
  diff: PlanDiff;
  issues: Issue[];
  changeDescription: string;
  /** Whether it brought an earlier revision back, alone or as the first of its edits. */
  isRestore?: true;
  notes: string[];
};

export type PlanDecision = {
  plan: Plan;
  edits: StoredEdit[];
  changeDescription: string;
  restoredFrom?: number;
  /** The plan as an earlier wording of the message found it: new beside the newest, not beside its base. */
  isTakeBack?: true;
  notes?: string[];
};

const MAX_DESCRIPTION_LENGTH = 300;

/**
 * Makes one revision out of what `decide` answers, or none. A message makes at most one, and what
 * `decide` sees stays current until it is written.
 */
export async function changePlan(
  ctx: Context,
  input: { agentId: string; messageId: string },
  decide: (
    tx: Db,
    agent: AgentRow,
    base: RevisionRow | null,
    head: RevisionRow | null,
  ) => Promise<Result<PlanDecision, PlanRefusal>>,
): Promise<Result<PlanChange, PlanRefusal>> {
  return ctx.db.transaction(async (tx) => {
    const agent = await lockAgent(tx, input.agentId);
    refuseArchived(agent);
    const [made] = await tx
      .select({ revision: planRevisions.revision })
      .from(planRevisions)
      .where(and(eq(planRevisions.agentId, agent.id), eq(planRevisions.messageId, input.messageId)))
      .limit(1);
    if (made) {
      return refuse(
        `This message made revision ${made.revision} already, and a message makes one. Say what else to change in the next message.`,
      );
    }

    const { base, head } = await findBaseRevision(tx, agent.id, input.messageId);
    const decided = await decide(tx, agent, base, head);
    if (!decided.ok) return decided;
    const decision = storableJson(decided.value);
    // What only writes out a default is kept: it was asked for, and stays when the default changes.
    const before = decision.isTakeBack ? head : base;
    if (before && canonicalJson(before.plan) === canonicalJson(decision.plan)) {
      return refuse(`That changes nothing: the plan is exactly so at revision ${before.revision} already.`);
    }
    return ok(await write(ctx, tx, { agent, head, before, messageId: input.messageId, decision }));
  });
}

async function write(
  ctx: Context,
  tx: Db,
  input: {
    agent: AgentRow;
    head: RevisionRow | null;
    before: RevisionRow | null;
    messageId: string;
    decision: PlanDecision;
  },
): Promise<PlanChange> {
  const { agent, head, before, decision } = input;
  const revision = (head?.revision ?? 0) + 1;
  const now = ctx.now();
  const changeDescription = withoutControlCharacters(decision.changeDescription.replace(/\s+/g, " "))
    .trim()
    .slice(0, MAX_DESCRIPTION_LENGTH);
  await tx.insert(planRevisions).values({
    agentId: agent.id,
    revision,
    baseRevision: before?.revision ?? 0,
    messageId: input.messageId,
    plan: decision.plan,
    planHash: planHashOf(decision.plan),
    edits: decision.edits,
    changeDescription,
    restoredFrom: decision.restoredFrom ?? null,
    createdAt: now,
  });
  await tx.update(agents).set({ updatedAt: now }).where(eq(agents.id, agent.id));
  return {
    revision,
    previousRevision: before?.revision ?? null,
    plan: decision.plan,
    diff: diffPlans(before?.plan ?? null, decision.plan),
    issues: await checkPlan(ctx, tx, agent, decision.plan),
    changeDescription,
    ...(isRestore(decision) && { isRestore: true }),
    notes: decision.notes ?? [],
  };
}

function isRestore({ restoredFrom, edits }: PlanDecision): boolean {
  return restoredFrom !== undefined || edits.some((edit) => edit["op"] === "restore_revision");
}

/** A refusal in one sentence, or one made of a plan's issues. */
export function refuse(message: string, issues: readonly Issue[] = []): { ok: false; error: PlanRefusal } {
  return err({ message, issues });
}

export function refuseWithIssues(issues: readonly Issue[]): { ok: false; error: PlanRefusal } {
  return refuse(issues.map((issue) => issue.message).join(" "), issues);
}
