import { and, desc, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { agents, planRevisions, schedules, snapshots } from "#db/schema.ts";
import type { Json } from "#server/core/json.ts";
import type { Plan } from "#server/core/plan.ts";
import type { TriggerWarning } from "#server/core/trigger-views.ts";
import { agentWarnings, cronRunInputWarning } from "#server/core/trigger-warnings.ts";

const MOST_WARNINGS = 5;

/** What this plan means for the schedules that its agent has: of equal warnings one. */
export async function warnTriggers(db: Db, agentId: string, plan: Plan): Promise<TriggerWarning[]> {
  const rows = await db
    .select({ input: schedules.input })
    .from(schedules)
    .where(and(eq(schedules.agentId, agentId), eq(schedules.enabled, true)));
  const warnings = new Map<string, TriggerWarning>();
  for (const { input } of rows) {
    const warning = cronRunInputWarning(plan, input);
    if (warning !== null) warnings.set(warning.message, warning);
  }
  return [...warnings.values()].slice(0, MOST_WARNINGS);
}

/** What is to be said of any schedule of an agent, by the schedule's fixed input. */
export async function readScheduleWarner(
  db: Db,
  agentId: string,
): Promise<(input: Json | null) => TriggerWarning[]> {
  const [row] = await db
    .select({ agent: agents, plan: snapshots.plan })
    .from(agents)
    .leftJoin(snapshots, eq(snapshots.id, agents.snapshotId))
    .where(eq(agents.id, agentId));
  if (!row) return () => [];
  const plan = row.plan ?? (await findDraft(db, agentId));
  return (input) => {
    const warning = plan === null ? null : cronRunInputWarning(plan, input);
    return [...agentWarnings(row.agent), ...(warning === null ? [] : [warning])];
  };
}

async function findDraft(db: Db, agentId: string): Promise<Plan | null> {
  const [draft] = await db
    .select({ plan: planRevisions.plan })
    .from(planRevisions)
    .where(eq(planRevisions.agentId, agentId))
    .orderBy(desc(planRevisions.revision))
    .limit(1);
  return draft?.plan ?? null;
}
