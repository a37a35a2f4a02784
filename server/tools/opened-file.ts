import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink } from "node:fs/promises";
import path from "node:path";
import { FileFault } from "./file-problem.ts";
import { isInside } from "./file-places.ts";

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = constants;

/**
 * Where an open file really is, as Linux tells it: what stands at a path may have become a link after it was
 * looked at. Other systems do not tell, so there the look before has to do.
 */
export async function requireInside(root: string, handle: FileHandle): Promise<void> {
  const real = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => null);
  if (real !== null && !isInside(root, real)) throw new FileFault("LEFT_FOLDER");
}

/** Another name may lie in a folder that file tools may not use. */
export async function requireOneName(handle: FileHandle): Promise<void> {
  const facts = await handle.stat();
  if (facts.isFile() && facts.nlink > 1) throw new FileFault("MANY_NAMES");
}

/**
 * Opens a file to be written in the folder `names` below `above`, which are made, each in the one that was
 * opened before: none of them can become a link meanwhile.
 */
export async function openInside(
  place: { root: string; above: string; names: readonly string[]; file: string },
  flags: number,
): Promise<FileHandle> {
  let folder = await openFolder(place.above, place.root);
  let at = place.above;
  try {
    for (const name of place.names) {
      at = path.join(at, name);
      const within = await pathIn(folder, name, at);
      await mkdir(within).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      const next = await openFolder(within, place.root);
      await folder.close();
      folder = next;
    }
    const file = await pathIn(folder, place.file, path.join(at, place.file));
    return await open(file, flags, 0o644);
  } finally {
    await folder.close();
  }
}

async function openFolder(folder: string, root: string): Promise<FileHandle> {
  const handle = await open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  try {
    await requireInside(root, handle);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A path that starts at the open folder; `otherwise` where the system has none such. */
async function pathIn(folder: FileHandle, name: string, otherwise: string): Promise<string> {
  const opened = `/proc/self/fd/${folder.fd}`;
  return (await readlink(opened).catch(() => null)) === null ? otherwise : path.join(opened, name);
}
