import { constants } from "node:fs";
import { glob, lstat, open } from "node:fs/promises";
import path from "node:path";
import { isInside, realOrNull } from "./file-places.ts";
import { requireInside } from "./opened-file.ts";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

export const MAX_FILES = 5_000;
// A link to a large folder is looked through before it is seen to lead out.
export const MAX_LOOKED_AT = 50_000;

type MatchingFile = { path: string; bytes: number; modifiedAt: string };
/** Where to look, in this order: `isOwn` for the run's own folder. `asked` is the folder in each of them. */
export type MatchTask = {
  places: readonly { folder: string; isOwn: boolean }[];
  asked: string;
  pattern: string;
};
export type MatchAnswer = { files: MatchingFile[] } | { problem: "too much" | "no folder" };

export async function matchFiles({ places, asked, pattern }: MatchTask): Promise<MatchAnswer> {
  const found = new Map<string, MatchingFile>();
  let isAnyThere = false;
  for (const place of places) {
    const root = await realOrNull(place.folder);
    const folder = root === null ? null : await folderInside(root, path.resolve(place.folder, asked));
    if (root === null || folder === null) continue;
    isAnyThere = true;
    const isFull = await collect({ folder, root, isOwn: place.isOwn, asked, pattern }, found);
    if (isFull) return { problem: "too much" };
  }
  if (!isAnyThere) return { problem: "no folder" };
  return { files: [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

async function folderInside(root: string, wanted: string): Promise<string | null> {
  const folder = await realOrNull(wanted);
  if (folder === null || !isInside(root, folder)) return null;
  return (await factsOf(folder))?.isDirectory() === true ? folder : null;
}

/** Adds what matches; an earlier place hides the same path in a later one. True when there is too much. */
async function collect(
  where: { folder: string; root: string; isOwn: boolean; asked: string; pattern: string },
  found: Map<string, MatchingFile>,
): Promise<boolean> {
  let lookedAt = 0;
  for await (const relative of glob(where.pattern, { cwd: where.folder })) {
    lookedAt += 1;
    if (lookedAt > MAX_LOOKED_AT) return true;
    const real = await realOrNull(path.join(where.folder, relative));
    if (real === null || !isInside(where.root, real)) continue;
    const facts = await factsWithin(where.root, real);
    const shown = path.join(where.asked, relative);
    if (facts === null || !facts.isFile() || (where.isOwn && facts.nlink > 1) || found.has(shown)) continue;
    found.set(shown, { path: shown, bytes: facts.size, modifiedAt: facts.mtime.toISOString() });
    if (found.size > MAX_FILES) return true;
  }
  return false;
}

/** Those of the file that is really opened: a folder on the way may have become a link since it was looked at. */
async function factsWithin(root: string, file: string) {
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => null);
  if (handle === null) return null;
  try {
    await requireInside(root, handle);
    return await handle.stat();
  } catch {
    return null;
  } finally {
    await handle.close();
  }
}

/** null for what went away since it was seen. */
function factsOf(file: string) {
  return lstat(file).catch(() => null);
}
