import { shortened } from "./characters.ts";
import type { StoredMetadata, StoredPart } from "./conversation.ts";

type Reply = { parts: readonly StoredPart[]; metadata: StoredMetadata | null; createdAt: Date };

const MAX_TRIES = 20;
const MAX_TRY_LENGTH = 8_000;

/**
 * What is kept of a reply when its message is answered anew: its metadata, with the words and notices of
 * this try behind those of earlier ones. A try that said nothing leaves nothing; of very many the newest stay.
 */
export function withEarlierTry({ parts, metadata, createdAt }: Reply): StoredMetadata {
  const { stopped, ...kept } = metadata ?? {};
  if (parts.length === 0) return kept;
  const thisTry = {
    parts: bounded(parts),
    at: createdAt.toISOString(),
    ...(stopped !== undefined && { stopped }),
  };
  return { ...kept, earlierTries: [...(kept.earlierTries ?? []), thisTry].slice(-MAX_TRIES) };
}

/** What a person saw of the parts; a long text is shortened, and what then is still too much is left out. */
function bounded(parts: readonly StoredPart[]): StoredPart[] {
  let left = MAX_TRY_LENGTH;
  return parts.flatMap((part) => {
    if (part.type !== "text" && part.type !== "data-notice") return [];
    const short =
      part.type === "text" ? { ...part, text: shortened(String(part["text"]), Math.max(left, 1)) } : part;
    const length = JSON.stringify(short["text"] ?? short).length;
    if (part.type === "text" && left <= 1) return [];
    left -= length;
    return [short];
  });
}
