import { readdir } from "node:fs/promises";
import path from "node:path";
import { settingProblem } from "#server/core/command-rules/git-settings.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { isInside, realOrNull } from "./file-places.ts";
import type { ProgramEnd } from "./run-program.ts";

const MAX_ENTRIES = 100_000;

type RunGit = (args: readonly string[]) => Promise<ProgramEnd>;

/**
 * Whether git may work on the repository that it would find. A repository's own settings can name programs,
 * and its files can point to other repositories, so each of these is refused.
 */
export async function checkRepository(
  git: RunGit,
  leading: readonly string[],
  roots: readonly string[],
): Promise<Result<null, string>> {
  const found = await git([
    ...leading,
    "rev-parse",
    "--path-format=absolute",
    "--git-dir",
    "--git-common-dir",
  ]);
  if (found.type !== "exited" || found.exitCode !== 0) return ok(null);
  const [own = "", common = ""] = found.stdout.text.trim().split("\n");
  for (const folder of [own, common]) {
    const real = await realOrNull(folder);
    if (real === null || !roots.some((root) => isInside(root, real))) {
      return err("The repository keeps its data outside the folders that commands may use.");
    }
  }
  const listed = await git([...leading, "config", "--local", "--list", "--name-only", "-z"]);
  if (listed.type !== "exited" || listed.exitCode !== 0)
    return err("The repository's settings cannot be read.");
  const problem = settingProblem(listed.stdout.text.split("\0"));
  if (problem !== null) return err(problem);
  if ((await realOrNull(path.join(common, "objects", "info", "alternates"))) !== null) {
    return err("The repository borrows the objects of another one (objects/info/alternates).");
  }
  const top = await git([...leading, "rev-parse", "--show-toplevel"]);
  if (top.type !== "exited" || top.exitCode !== 0) return err("Git commands run in a working tree only.");
  const nested = await repositoryWithin(top.stdout.text.trim());
  return nested === null
    ? ok(null)
    : err(`The repository holds another one ("${nested}"), whose settings git would use.`);
}

async function repositoryWithin(top: string): Promise<string | null> {
  let count = 0;
  const folders = [top];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    count += entries.length;
    if (count > MAX_ENTRIES) return "more files than are looked through";
    for (const entry of entries) {
      const isGit = entry.name.toLowerCase() === ".git";
      if (isGit && at !== top) return path.relative(top, at);
      if (entry.isDirectory() && !isGit) folders.push(path.join(at, entry.name));
    }
  }
  return null;
}
