import { and, eq } from "drizzle-orm";
import { artifacts } from "#db/schema.ts";
import type { Context } from "#server/context.ts";
import { notFound } from "#server/errors.ts";
import { requireRun } from "./require-run.ts";

export type StoredArtifact = { artifactId: string; mediaType: string; sha256: string; content: Uint8Array };

/** A large or binary value of the run, byte for byte. */
export async function readArtifact(
  ctx: Context,
  input: { runId: string; artifactId: string },
): Promise<StoredArtifact> {
  const { runId, artifactId } = input;
  const [row] = await ctx.db
    .select({ mediaType: artifacts.mediaType, sha256: artifacts.sha256, content: artifacts.content })
    .from(artifacts)
    .where(and(eq(artifacts.runId, runId), eq(artifacts.id, artifactId)));
  if (row) return { artifactId, ...row };
  await requireRun(ctx, { runId });
  throw notFound("Artifact", artifactId);
}
