import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { messages } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { shortened } from "#server/core/characters.ts";
import type { DataParts, StoredPart } from "#server/core/conversation.ts";
import { maskQuery } from "#server/core/mask-secrets.ts";
import { findLastPosition } from "./find-last-position.ts";
import { executeIn } from "./executor.ts";
import { storableJson } from "./storable-json.ts";

/** Runs that failed at the same step for the same notice, as one message tells them. */
export type FailedRuns = {
  noticeId: string;
  firstRunId: string;
  lastRunId: string;
  count: number;
  summary: string;
  failedStepId: string | null;
  failedStepNumber: number | null;
};

type Report = DataParts["runReport"];

const MAX_SUMMARY = 4_000;

// As whoever writes a message does; a run that begins meanwhile takes a share of the same row and need not wait.
const LOCK = "select id from agents where id = $1 for no key update";

/**
 * Brings failed runs back to the conversation: a message of its own, behind everything that was said and
 * every reply that is still written, or one more on the count of the message that tells the same already,
 * as long as no person has written since.
 */
export async function reportFailedRun(
  ctx: Context,
  tx: Db,
  { agentId, failed }: { agentId: string; failed: FailedRuns },
): Promise<void> {
  await executeIn(tx)(LOCK, [agentId]);
  const summary = shortened(maskQuery(failed.summary), MAX_SUMMARY);
  const standing = await findStanding(tx, agentId, failed.noticeId);
  if (standing !== null) {
    const { count, lastRunId } = failed;
    await write(
      { ...standing.report, summary, lastRunId, count: standing.report.count + count },
      standing.id,
    );
    return;
  }
  const { firstRunId: runId, ...told } = failed;
  await write({ ...told, runId, status: "failed", summary }, null);

  async function write(report: Report, id: string | null): Promise<void> {
    const parts: StoredPart[] = storableJson([
      { type: "data-runReport", id: `report-${report.runId}`, data: report },
    ]);
    if (id !== null) {
      await tx
        .update(messages)
        .set({ parts })
        .where(and(eq(messages.agentId, agentId), eq(messages.id, id)));
      return;
    }
    await tx.insert(messages).values({
      agentId,
      id: ctx.newId("msg"),
      position: await nextPosition(tx, agentId),
      role: "assistant",
      parts,
      metadata: {},
      createdAt: ctx.now(),
    });
  }
}

async function findStanding(
  tx: Db,
  agentId: string,
  noticeId: string,
): Promise<{ id: string; report: Report } | null> {
  const said = sql`coalesce((select max(position) from ${messages} as said
    where said.agent_id = ${agentId} and said.role = 'user'), 0)`;
  const [row] = await tx
    .select({ id: messages.id, parts: messages.parts })
    .from(messages)
    .where(
      and(
        eq(messages.agentId, agentId),
        gt(messages.position, said),
        sql`${messages.parts} -> 0 ->> 'type' = 'data-runReport'`,
        sql`${messages.parts} -> 0 -> 'data' ->> 'noticeId' = ${noticeId}`,
      ),
    )
    .orderBy(desc(messages.position))
    .limit(1);
  // It was written by the function above.
  return row ? { id: row.id, report: row.parts[0]?.["data"] as Report } : null;
}

/** Even as the places of replies are, so that it is nobody's reply: the odd one before it stays empty. */
async function nextPosition(tx: Db, agentId: string): Promise<number> {
  const position = await findLastPosition(tx, agentId);
  return position % 2 === 0 ? position + 2 : position + 3;
}
