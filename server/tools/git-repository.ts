import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { plainSettings } from "#server/core/command-rules/git-settings.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { isInside, realOrNull } from "./file-places.ts";
import type { ProgramEnd } from "./run-program.ts";

const MAX_ENTRIES = 100_000;
/** What git shares between working trees, but for what could name programs: settings and hooks. */
const SHARED = ["objects", "refs", "packed-refs", "logs", "info", "shallow"];

type RunGit = (args: readonly string[]) => Promise<ProgramEnd>;
type Asked = {
  git: RunGit;
  /** What stands before the subcommand. */
  leading: readonly string[];
  subcommand: string;
  /** Where a repository may be. */
  roots: readonly string[];
  /** A folder that no tool writes in. */
  privateFolder: string;
};

/** What git is started with, so that it works on the repository that was judged. */
export type OpenedRepository = AsyncDisposable & { environment: Readonly<Record<string, string>> };

/**
 * Judges the repository that git would find. A repository's own settings can name programs, so git gets a copy
 * of those that are harmless, where nobody can change them, and never reads the repository's own. Files that
 * point to other repositories are refused.
 */
export async function openRepository(asked: Asked): Promise<Result<OpenedRepository, string>> {
  const { git, leading, roots } = asked;
  const folders = ["--git-dir", "--git-common-dir"];
  const found = await git([...leading, "rev-parse", "--path-format=absolute", ...folders]);
  if (!hasAnswered(found)) {
    if (asked.subcommand === "init") return ok(withEnvironment({}));
    return err(`Git found no repository that it may use. ${toldBy(found)}`);
  }
  const [own, common] = await Promise.all(found.stdout.text.trim().split("\n").map(realOrNull));
  if (!own || !common || ![own, common].every((folder) => roots.some((root) => isInside(root, folder)))) {
    return err("The repository keeps its data outside the folders that commands may use.");
  }
  const listed = await git([...leading, "config", "--file", path.join(common, "config"), "--list", "-z"]);
  if (!hasAnswered(listed) || listed.stdout.isCut) return err("The repository's settings cannot be read.");
  const settings = plainSettings(listed.stdout.text);
  if (!settings.ok) return settings;
  if ((await realOrNull(path.join(common, "objects", "info", "alternates"))) !== null) {
    return err("The repository borrows the objects of another one (objects/info/alternates).");
  }
  const told = await git([...leading, "rev-parse", "--show-toplevel"]);
  const top = hasAnswered(told) ? await realOrNull(told.stdout.text.trim()) : null;
  if (top === null) return err("Git commands run in a working tree only.");
  if (!roots.some((root) => isInside(root, top))) {
    return err("The repository's working tree is outside the folders that commands may use.");
  }
  const nested = await repositoryWithin(top);
  if (nested !== null) {
    return err(`The repository holds another one ("${nested}"), whose settings git would use.`);
  }
  // It writes settings of its own, and runs nothing.
  if (asked.subcommand === "init") return ok(withEnvironment({}));
  if (asked.subcommand === "commit") await mkdir(path.join(common, "logs"), { recursive: true });
  return shareWith(common, settings.value, asked, { GIT_DIR: own, GIT_WORK_TREE: top });
}

/** A folder with these settings that git takes for what working trees share. */
async function shareWith(
  common: string,
  settings: string,
  { privateFolder, roots }: Asked,
  environment: Readonly<Record<string, string>>,
): Promise<Result<OpenedRepository, string>> {
  await mkdir(privateFolder, { recursive: true });
  const folder = await mkdtemp(path.join(privateFolder, "repository-"));
  const opened = withEnvironment({ ...environment, GIT_COMMON_DIR: folder }, folder);
  await writeFile(path.join(folder, "config"), settings);
  for (const name of SHARED) {
    const real = await realOrNull(path.join(common, name));
    if (real === null) continue;
    if (!roots.some((root) => isInside(root, real))) {
      await opened[Symbol.asyncDispose]();
      return err(`The repository keeps its ${name} outside the folders that commands may use.`);
    }
    await symlink(real, path.join(folder, name));
  }
  return ok(opened);
}

function withEnvironment(
  environment: Readonly<Record<string, string>>,
  folder: string | null = null,
): OpenedRepository {
  return {
    environment,
    [Symbol.asyncDispose]: async () => {
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}

function hasAnswered(end: ProgramEnd): end is Extract<ProgramEnd, { type: "exited" }> {
  return end.type === "exited" && end.exitCode === 0;
}

function toldBy(end: ProgramEnd): string {
  return end.type === "exited" ? (end.stderr.text.split("\n", 1)[0] ?? "") : "It did not answer.";
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
