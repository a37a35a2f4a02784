import { and, desc, eq, lt } from "drizzle-orm";
import { runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { RunStatus } from "#server/core/run.ts";
import type { RunSummary } from "#server/core/views.ts";
import { decodeCursor, encodeCursor } from "./cursor.ts";
import { findAgent } from "./find-agent.ts";
import { readStepFacts, selectRuns, viewRun } from "./view-runs.ts";

/** Runs, newest first. */
export async function listRuns(
  ctx: Context,
  input: {
    agentId?: string | undefined;
    status?: RunStatus | undefined;
    cursor?: string | undefined;
    limit: number;
  },
): Promise<{ items: RunSummary[]; nextCursor: string | null }> {
  const { status, cursor, limit } = input;
  const agent = input.agentId === undefined ? null : await findAgent(ctx.db, input.agentId);
  const rows = await selectRuns(ctx.db)
    .where(
      and(
        agent ? eq(runs.agentId, agent.id) : undefined,
        status === undefined ? undefined : eq(runs.status, status),
        cursor === undefined ? undefined : lt(runs.id, decodeCursor("runs", cursor)),
      ),
    )
    .orderBy(desc(runs.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const factsOf = await readStepFacts(ctx.db, page);
  const last = page.at(-1);

  return {
    items: page.map((row) => viewRun(row, factsOf(row.run.id))),
    nextCursor: rows.length > limit && last ? encodeCursor("runs", last.run.id) : null,
  };
}
