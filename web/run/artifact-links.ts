import { type ArtifactLink, isArtifactLink } from "#server/core/artifact-link.ts";
import type { Json } from "#server/core/json.ts";

/** The large and binary values that an event or a try links to, each once, in the order of their fields. */
export function artifactLinks(value: Json): ArtifactLink[] {
  const found = new Map<string, ArtifactLink>();
  const stack: Json[] = [value];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    if (typeof item !== "object" || item === null) continue;
    if (isArtifactLink(item)) found.set(item.artifactId, item);
    else stack.push(...Object.values(item).toReversed());
  }
  return [...found.values()];
}
