import { and, asc, eq } from "drizzle-orm";
import { approvals, artifacts, runAttempts, runSteps } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import type { Json } from "#server/core/json.ts";
import { maskSecrets } from "#server/core/mask-secrets.ts";
import type {
  ExportedApproval,
  ExportedArtifact,
  ExportedAttempt,
  ExportedStep,
} from "#server/core/run-export.ts";
import { linkedInputs } from "./linked-approvals.ts";
import { viewedSteps } from "./viewed-values.ts";

const MAX_CONTAINED_BYTES = 1024 * 1024;

// Each row may be megabytes long, so that they are read one by one.

export async function* exportedSteps(ctx: Context, runId: string): AsyncGenerator<ExportedStep> {
  const ofRun = eq(runSteps.runId, runId);
  const ids = await ctx.db
    .select({ id: runSteps.stepId })
    .from(runSteps)
    .where(ofRun)
    .orderBy(runSteps.position);
  for (const { id } of ids) {
    const [row] = await viewedSteps(ctx.db, runId, id);
    if (!row) continue;
    const { stepId, status, reason, causeStepId, attempt, interruptions, childRunId, error, usage } = row;
    yield {
      stepId,
      status,
      reason,
      causeStepId,
      attempt,
      interruptions,
      childRunId,
      input: masked(row.input),
      output: masked(row.output),
      error: masked(error),
      usage,
      dueAt: textOf(row.dueAt),
      startedAt: textOf(row.startedAt),
      endedAt: textOf(row.endedAt),
    };
  }
}

export async function* exportedAttempts(ctx: Context, runId: string): AsyncGenerator<ExportedAttempt> {
  const ofRun = eq(runAttempts.runId, runId);
  const keys = await ctx.db
    .select({ stepId: runAttempts.stepId, claim: runAttempts.claim })
    .from(runAttempts)
    .where(ofRun)
    .orderBy(asc(runAttempts.startedAt), asc(runAttempts.stepId), asc(runAttempts.claim));
  for (const key of keys) {
    const [row] = await ctx.db
      .select()
      .from(runAttempts)
      .where(and(ofRun, eq(runAttempts.stepId, key.stepId), eq(runAttempts.claim, key.claim)));
    if (!row) continue;
    const { runId: _, error, startedAt, endedAt, ...rest } = row;
    yield { ...rest, error: masked(error), startedAt: startedAt.toISOString(), endedAt: textOf(endedAt) };
  }
}

export async function* exportedApprovals(ctx: Context, runId: string): AsyncGenerator<ExportedApproval> {
  const ids = await ctx.db
    .select({ id: approvals.id })
    .from(approvals)
    .where(eq(approvals.runId, runId))
    .orderBy(approvals.createdAt, approvals.id);
  for (const { id } of ids) {
    const [row] = await ctx.db.select().from(approvals).where(eq(approvals.id, id));
    if (!row) continue;
    const { id: approvalId, runId: _, agentId: __, signatures, input: ___, editedInput: ____, ...rest } = row;
    const linked = await linkedInputs(ctx.db, { ...row, approvalId });
    yield {
      ...rest,
      approvalId,
      signatures: [...signatures],
      input: maskSecrets(linked.input),
      editedInput: masked(linked.editedInput),
      createdAt: rest.createdAt.toISOString(),
      expiresAt: textOf(rest.expiresAt),
      decidedAt: textOf(rest.decidedAt),
    };
  }
}

export async function* exportedArtifacts(ctx: Context, runId: string): AsyncGenerator<ExportedArtifact> {
  const { id: artifactId, stepId, mediaType, bytes, sha256, content } = artifacts;
  const kept = await ctx.db
    .select({ artifactId, stepId, mediaType, bytes, sha256 })
    .from(artifacts)
    .where(eq(artifacts.runId, runId))
    .orderBy(artifacts.createdAt, artifactId);
  for (const artifact of kept) {
    const isSmall = artifact.bytes <= MAX_CONTAINED_BYTES;
    const [row] = isSmall
      ? await ctx.db.select({ content }).from(artifacts).where(eq(artifactId, artifact.artifactId))
      : [];
    yield {
      ...artifact,
      content: row ? Buffer.from(row.content).toString("base64") : null,
      path: `/api/runs/${encodeURIComponent(runId)}/artifacts/${artifact.artifactId}`,
    };
  }
}

function masked<Value extends Json>(value: Value | null): Value | null {
  return value === null ? null : maskSecrets(value);
}

function textOf(time: Date | null): string | null {
  return time?.toISOString() ?? null;
}
