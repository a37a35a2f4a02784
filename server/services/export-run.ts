import { eq } from "drizzle-orm";
import { runs, snapshots } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { maskPlan, maskSecrets } from "#server/core/mask-secrets.ts";
import { EXPORT_FORMAT, EXPORT_VERSION, type RunExport } from "#server/core/run-export.ts";
import { notFound } from "#server/errors.ts";
import { exportedApprovals, exportedArtifacts, exportedAttempts, exportedSteps } from "./exported-rows.ts";
import { listRunEvents } from "./list-run-events.ts";
import { selectRuns } from "./view-runs.ts";
import { viewedRunInput } from "./viewed-values.ts";

const PAGE = 200;

/** The run as the text of a `RunExport`, in pieces of which no more than one row's is in memory. */
export async function* exportRun(ctx: Context, input: { runId: string }): AsyncGenerator<string> {
  const { runId } = input;
  yield `{"format":"${EXPORT_FORMAT}","version":${EXPORT_VERSION},`;
  const { run, snapshot } = await readHead(ctx, runId);
  yield `"run":${JSON.stringify(run)},"snapshot":${JSON.stringify(snapshot)},`;
  yield* list("steps", exportedSteps(ctx, runId));
  yield* list("attempts", exportedAttempts(ctx, runId));
  yield* list("approvals", exportedApprovals(ctx, runId));
  // After the rows, so that of a run that goes on everything above is in the log.
  yield* list("events", pagesOfEvents(ctx, runId));
  yield* list("artifacts", exportedArtifacts(ctx, runId), "}\n");
}

async function readHead(ctx: Context, runId: string): Promise<Pick<RunExport, "run" | "snapshot">> {
  const [row] = await selectRuns(ctx.db).where(eq(runs.id, runId));
  const [snapshot] = row
    ? await ctx.db.select().from(snapshots).where(eq(snapshots.id, row.run.snapshotId))
    : [];
  if (!row || !snapshot) throw notFound("Run", runId);
  const input = await viewedRunInput(ctx.db, runId);
  const { id, agentId, status, trigger, budget, usage, reuseFrom, createdAt, startedAt, endedAt } = row.run;
  return {
    run: {
      runId: id,
      agentId,
      agentName: row.agentName,
      status,
      trigger,
      input: input === null ? null : maskSecrets(input),
      budget,
      usage,
      reuseFrom,
      createdAt: createdAt.toISOString(),
      startedAt: startedAt?.toISOString() ?? null,
      endedAt: endedAt?.toISOString() ?? null,
    },
    snapshot: {
      snapshotId: snapshot.id,
      version: snapshot.version,
      planHash: snapshot.planHash,
      plan: maskPlan(snapshot.plan),
    },
  };
}

async function* pagesOfEvents(ctx: Context, runId: string) {
  for (let after = 0; ; ) {
    const events = await listRunEvents(ctx, { runId, after, limit: PAGE });
    yield* events;
    if (events.length < PAGE) return;
    after = events.at(-1)?.seq ?? after;
  }
}

async function* list(name: string, items: AsyncIterable<unknown>, end = ","): AsyncGenerator<string> {
  yield `"${name}":[`;
  let separator = "\n";
  for await (const item of items) {
    yield `${separator}${JSON.stringify(item)}`;
    separator = ",\n";
  }
  yield `]${end}`;
}
