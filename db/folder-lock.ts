import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export class FolderInUseError extends Error {
  override readonly name = "FolderInUseError";
}

/**
 * Holds `folder` for this process until the returned function is called or the process dies.
 * PGlite takes no lock of its own, and a second process would write rows that the first never
 * sees. SQLite's exclusive transaction is a lock of the operating system: no stale lock files.
 */
export function lockFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, "lock.sqlite"), { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    throw new FolderInUseError(
      `The data folder "${folder}" is in use by another Stepwright process. Stop that one, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
  return () => lock.close();
}
