import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureFolder } from "#db/ensure-folder.ts";
import { migrationsFolder } from "#db/migrations.ts";
import { openPglite } from "#db/pglite.ts";

const cache = fileURLToPath(new URL("../../node_modules/.cache/stepwright", import.meta.url));

/**
 * Puts an empty database into `folder`: a copy of the one that an earlier call made and kept. Where none
 * can be kept, the folder stays empty and the database is made when it is opened.
 */
export async function placeEmptyDatabase(folder: string): Promise<void> {
  const kept = join(cache, `empty-${versionOf()}`);
  try {
    if (!existsSync(kept)) await makeEmptyDatabase(kept);
    cpSync(join(kept, "pglite"), join(folder, "pglite"), { recursive: true });
  } catch {
    rmSync(join(folder, "pglite"), { recursive: true, force: true });
  }
}

async function makeEmptyDatabase(kept: string): Promise<void> {
  ensureFolder(dirname(kept));
  const made = mkdtempSync(`${kept}-`);
  try {
    const database = await openPglite(made);
    await database.close();
    renameSync(made, kept);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Another schema or another PGlite is another empty database. */
function versionOf(): string {
  const hash = createHash("sha256");
  hash.update(readFileSync(join(migrationsFolder, "meta", "_journal.json")));
  hash.update(readFileSync(fileURLToPath(new URL("../../package-lock.json", import.meta.url))));
  return hash.digest("hex").slice(0, 16);
}
