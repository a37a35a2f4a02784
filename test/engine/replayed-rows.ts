import assert from "node:assert/strict";
import { asc, eq } from "drizzle-orm";
import { artifacts, runEvents, runs } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { JSON_TYPE, TEXT_TYPE, resolveLinks } from "#server/core/artifact-link.ts";
import type { Json, JsonObject } from "#server/core/json.ts";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import { replayRun } from "#server/core/replay.ts";
import { readRunRows } from "#server/services/read-run-rows.ts";

const CLOCK_TOLERANCE_MS = 2_000;

/**
 * The run as its rows have it, and as its log tells it, in one form: values as the log may keep them, and of
 * times whether the event came when the row says, or later by what it took to write it.
 */
export async function replayedRows(ctx: Context, runId: string): Promise<{ rows: unknown; log: unknown }> {
  const rows = await readRunRows(ctx, runId);
  const contents = await contentsOf(ctx, runId);
  const resolved = (value: unknown) =>
    resolveLinks(maskSecrets(JSON.parse(JSON.stringify(value ?? null)) as Json), (id) => contents.get(id));
  const stored = await ctx.db
    .select()
    .from(runEvents)
    .where(eq(runEvents.runId, runId))
    .orderBy(asc(runEvents.seq));
  const events = stored.map(({ runId: _, ...event }) => ({
    ...event,
    at: event.at.toISOString(),
    data: resolveLinks(event.data, (id) => contents.get(id)) as JsonObject,
  }));
  const run = replayRun(rows.plan, events);

  const { status, snapshotId, input, budget, usage, startedAt, endedAt } = rows.run;
  const steps = rows.steps.map(({ runId: _, position: __, leaseUntil: ___, ...step }) => step);
  const attempts = rows.attempts.map(({ runId: _, ...attempt }) => attempt);
  const approvals = rows.approvals.map(({ id, runId: _, agentId: __, inputHash: ___, ...approval }) => ({
    approvalId: id,
    ...approval,
  }));
  const fromRows = {
    status,
    snapshotId,
    input,
    budget,
    usage,
    startedAt,
    endedAt,
    steps,
    attempts,
    approvals,
  };
  const fromLog = {
    ...run,
    steps: [...run.steps].map(([stepId, step]) => ({ stepId, ...step })),
    attempts: run.attempts.toSorted((a, b) =>
      a.stepId === b.stepId ? a.claim - b.claim : a.stepId < b.stepId ? -1 : 1,
    ),
    approvals: run.approvals,
  };
  const { corrections: _, settled, ...told } = fromLog;
  return {
    rows: sorted(resolved({ ...fromRows, settled: rows.settled }), null),
    log: sorted(resolved({ ...told, settled }), resolved({ ...fromRows, settled: rows.settled })),
  };
}

async function contentsOf(ctx: Context, runId: string): Promise<Map<string, Json>> {
  const kept = await ctx.db.select().from(artifacts).where(eq(artifacts.runId, runId));
  return new Map(
    kept.map(({ id, mediaType, content }) => {
      const text = Buffer.from(content).toString();
      if (mediaType === JSON_TYPE) return [id, JSON.parse(text) as Json];
      return [id, mediaType === TEXT_TYPE ? text : Buffer.from(content).toString("base64")];
    }),
  );
}

/** With keys in order, and a time of the log as that of the row beside it when it came soon after that one. */
function sorted(value: Json, beside: Json): Json {
  if (Array.isArray(value)) {
    return value.map((item, index) => sorted(item, Array.isArray(beside) ? (beside[index] ?? null) : null));
  }
  if (typeof value !== "object" || value === null) return value;
  const other = typeof beside === "object" && beside !== null && !Array.isArray(beside) ? beside : {};
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((key) => [
        key,
        isTime(key) ? timeOf(value[key], other[key]) : sorted(value[key] ?? null, other[key] ?? null),
      ]),
  );
}

function isTime(key: string): boolean {
  return key === "at" || key.endsWith("At");
}

function timeOf(value: Json | undefined, beside: Json | undefined): Json {
  const at = millisecondsOf(value);
  const row = millisecondsOf(beside);
  if (at === null || row === null) return at;
  return at >= row - CLOCK_TOLERANCE_MS ? row : at;
}

function millisecondsOf(value: Json | undefined): number | null {
  if (typeof value === "string") return Date.parse(value);
  return typeof value === "number" ? value : null;
}

/** Fails when the log of any run tells another story than its rows. */
export async function assertEveryLogReplays(ctx: Context): Promise<void> {
  for (const { id } of await ctx.db.select({ id: runs.id }).from(runs)) {
    const { rows, log } = await replayedRows(ctx, id);
    assert.deepStrictEqual(log, rows, `The log of run "${id}" tells another story than its rows`);
  }
}
