import type { Json, JsonObject } from "#server/core/json.ts";

const MAX_INLINE_BYTES = 64 * 1024;
const PREVIEW_LENGTH = 1_000;

export type NewArtifact = {
  id: string;
  run_id: string;
  step_id: string | null;
  bytes: number;
  content: string;
};

/** Keeps large values of one run out of its log: each is stored once, and linked where it stood. */
export function largeValues(runId: string, newId: (prefix: string) => string) {
  const artifacts = new Map<string, NewArtifact>();

  function link(value: Json, stepId: string | null): Json {
    const content = JSON.stringify(value);
    if (content.length <= MAX_INLINE_BYTES / 4) return value;
    const bytes = new TextEncoder().encode(content).length;
    if (bytes <= MAX_INLINE_BYTES) return value;
    const artifact = artifacts.get(content) ?? {
      id: newId("art"),
      run_id: runId,
      step_id: stepId,
      bytes,
      content,
    };
    artifacts.set(content, artifact);
    return { artifactId: artifact.id, bytes, preview: content.slice(0, PREVIEW_LENGTH).toWellFormed() };
  }

  return {
    link,
    linkEach: (data: JsonObject, stepId: string | null): JsonObject =>
      Object.fromEntries(Object.entries(data).map(([key, value]) => [key, link(value, stepId)])),
    artifacts: () => [...artifacts.values()],
  };
}
