import { createHash } from "node:crypto";
import { type ArtifactLink, JSON_TYPE, TEXT_TYPE } from "#server/core/artifact-link.ts";
import type { Json, JsonObject } from "#server/core/json.ts";
import { binaryParts } from "./binary-parts.ts";

/** Longer values, as JSON, stand in the log and in views as links. */
export const MAX_INLINE_BYTES = 64 * 1024;
const PREVIEW_LENGTH = 1_000;

export type NewArtifact = {
  id: string;
  run_id: string;
  step_id: string | null;
  media_type: string;
  bytes: number;
  sha256: string;
  /** Text, or bytes as base64. */
  content: string;
  is_base64: boolean;
};

/** Keeps large and binary values of one run out of its log: each is stored once, and linked where it stood. */
export function largeValues(runId: string) {
  const artifacts = new Map<string, NewArtifact>();
  // The same value stands in several places of a change: it is written and hashed once.
  const linked = new Map<Json, { link: Json; stepId: string | null }>();

  function link(value: Json, stepId: string | null): Json {
    if (!mayBeLarge(value)) return value;
    const known = linked.get(value);
    if (known !== undefined && known.stepId === stepId) return known.link;
    const made = linkTo(value, stepId);
    linked.set(value, { link: made, stepId });
    return made;
  }

  function linkTo(value: Json, stepId: string | null): Json {
    const rest = withoutBinaries(value, stepId);
    const text = JSON.stringify(rest);
    if (text.length <= MAX_INLINE_BYTES / 4) return rest;
    if (text.length <= MAX_INLINE_BYTES && Buffer.byteLength(text) <= MAX_INLINE_BYTES) return rest;
    const isText = typeof rest === "string";
    const content = isText ? rest : text;
    const kept = keep(Buffer.from(content), { stepId, mediaType: isText ? TEXT_TYPE : JSON_TYPE, content });
    return { ...kept, preview: content.slice(0, PREVIEW_LENGTH).toWellFormed() };
  }

  function withoutBinaries(value: Json, stepId: string | null): Json {
    const parts = binaryParts(value);
    if (parts.length === 0 || typeof value !== "object") return value;
    const links = parts.map(({ key, bytes, mediaType }) => [
      key,
      keep(bytes, { stepId, mediaType, content: null }),
    ]);
    return { ...value, ...Object.fromEntries(links) };
  }

  /** The same content of one run has one id, and so one row. */
  function keep(
    content: Buffer,
    from: { stepId: string | null; mediaType: string; content: string | null },
  ): ArtifactLink {
    const { mediaType } = from;
    const sha256 = hexOf(content);
    const id = `art_${hexOf(`${runId} ${mediaType} ${sha256}`).slice(0, 32)}`;
    const bytes = content.length;
    artifacts.set(id, {
      id,
      run_id: runId,
      step_id: from.stepId,
      media_type: mediaType,
      bytes,
      sha256,
      content: from.content ?? content.toString("base64"),
      is_base64: from.content === null,
    });
    return { artifactId: id, mediaType, bytes, sha256 };
  }

  return {
    link,
    linkEach: (data: JsonObject, stepId: string | null): JsonObject =>
      Object.fromEntries(Object.entries(data).map(([key, value]) => [key, link(value, stepId)])),
    artifacts: () => [...artifacts.values()],
  };
}

function mayBeLarge(value: Json): boolean {
  if (typeof value === "string") return value.length > MAX_INLINE_BYTES / 8;
  return typeof value === "object" && value !== null;
}

function hexOf(content: Buffer | string): string {
  return createHash("sha256").update(content).digest("hex");
}
