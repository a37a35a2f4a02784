import { and, desc, eq, gt, lt, sql } from "drizzle-orm";
import { messages, runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { dataPartSchemas } from "#server/core/conversation.ts";
import { type FailedRun, failedRunOf } from "#server/core/failed-run.ts";
import { readRun } from "./read-run.ts";

const PART = "data-runReport";
// A report that is further back is not what a message is about.
const MAX_BACK = 40;

/** The failed run whose report stands last before a message, unless a newer one has completed. */
export async function findFailedRun(
  ctx: Context,
  input: { agentId: string; messageId: string },
): Promise<FailedRun | null> {
  const runId = await reportedRun(ctx, input);
  if (runId === null || (await hasCompletedSince(ctx, input.agentId, runId))) return null;
  return failedRunOf(await readRun(ctx, { runId }));
}

async function reportedRun(
  { db }: Context,
  { agentId, messageId }: { agentId: string; messageId: string },
): Promise<string | null> {
  const [message] = await db
    .select({ position: messages.position })
    .from(messages)
    .where(and(eq(messages.agentId, agentId), eq(messages.id, messageId)));
  if (!message) return null;
  const [row] = await db
    .select({ parts: messages.parts })
    .from(messages)
    .where(
      and(
        eq(messages.agentId, agentId),
        lt(messages.position, message.position),
        gt(messages.position, message.position - MAX_BACK),
        sql`${messages.parts} @> ${JSON.stringify([{ type: PART }])}::jsonb`,
      ),
    )
    .orderBy(desc(messages.position))
    .limit(1);
  const report = dataPartSchemas.runReport.safeParse(row?.parts.find((part) => part.type === PART)?.["data"]);
  return report.success ? report.data.lastRunId : null;
}

async function hasCompletedSince({ db }: Context, agentId: string, runId: string): Promise<boolean> {
  const [failed] = await db.select({ createdAt: runs.createdAt }).from(runs).where(eq(runs.id, runId));
  if (!failed) return true;
  const [completed] = await db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.agentId, agentId), eq(runs.status, "completed"), gt(runs.createdAt, failed.createdAt)))
    .limit(1);
  return completed !== undefined;
}
