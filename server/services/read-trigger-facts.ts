import { asc, eq } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { schedules, webhooks } from "#db/schema.ts";
import type { ScheduleFacts } from "#server/core/proposed-schedule.ts";
import type { WebhookScheme } from "#server/core/trigger.ts";

export type TriggerFacts = {
  /** Oldest first: the planner names them by their numbers in this list. */
  schedules: ScheduleFacts[];
  webhooks: { title: string; scheme: WebhookScheme; enabled: boolean }[];
};

const MAX_READ = 50;

/** What starts runs of an agent, for the planner. */
export async function readTriggerFacts(db: Db, agentId: string): Promise<TriggerFacts> {
  const rows = await db
    .select()
    .from(schedules)
    .where(eq(schedules.agentId, agentId))
    .orderBy(asc(schedules.createdAt), asc(schedules.id))
    .limit(MAX_READ);
  return {
    schedules: rows.map((row) => ({
      scheduleId: row.id,
      cron: row.cron,
      timezone: row.timezone,
      overlap: row.overlap,
      catchUp: row.catchUp,
      input: row.input,
      enabled: row.enabled,
      pausedFrom: row.pausedFrom?.toISOString() ?? null,
      pausedUntil: row.pausedUntil?.toISOString() ?? null,
      broken: row.broken,
    })),
    webhooks: await db
      .select({ title: webhooks.title, scheme: webhooks.scheme, enabled: webhooks.enabled })
      .from(webhooks)
      .where(eq(webhooks.agentId, agentId))
      .orderBy(asc(webhooks.createdAt), asc(webhooks.id))
      .limit(MAX_READ),
  };
}
