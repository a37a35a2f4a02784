import { z } from "zod";
import type { Json } from "./json.ts";

/** What stands in the log in place of a value that is kept beside it as an artifact of the run. */
export const artifactLinkSchema = z.strictObject({
  artifactId: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** How the value begins; left out for binary content. */
  preview: z.string().optional(),
});
export type ArtifactLink = z.infer<typeof artifactLinkSchema>;

export const JSON_TYPE = "application/json";
export const TEXT_TYPE = "text/plain";

export function isArtifactLink(value: unknown): value is ArtifactLink {
  return artifactLinkSchema.safeParse(value).success;
}

/** The value with its links replaced by what they stand for; a link that `contentOf` does not know stays. */
export function resolveLinks(value: Json, contentOf: (artifactId: string) => Json | undefined): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => resolveLinks(item, contentOf));
  if (isArtifactLink(value)) return contentOf(value.artifactId) ?? value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveLinks(item, contentOf)]));
}
