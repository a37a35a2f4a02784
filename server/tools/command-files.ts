import { lstat, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { FileUse, NamedFile } from "#server/core/command-rules/command-rule.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { type FileConfig, allowedPlaces, isInGit, isInside, realOrNull } from "./file-places.ts";

const MAX_ENTRIES = 100_000;

/** The real folders in which a command may read or write. */
export async function commandRoots(config: FileConfig, runFolder: string, use: FileUse): Promise<string[]> {
  const places = await Promise.all(
    allowedPlaces(config, runFolder, use).map((place) => realOrNull(place.folder)),
  );
  return places.filter((place) => place !== null);
}

/**
 * Judges the files that arguments name, and the links in the folders among them and in the run's own, as
 * programs follow links by themselves.
 */
export async function checkCommandFiles(
  files: readonly NamedFile[],
  config: FileConfig,
  runFolder: string,
): Promise<Result<null, string>> {
  const roots = {
    read: await commandRoots(config, runFolder, "read"),
    write: await commandRoots(config, runFolder, "write"),
  };
  const own = await checkLinks(runFolder, roots.write);
  if (!own.ok) return own;
  for (const { path: asked, use } of files) {
    if (asked.split("/").includes("..")) {
      return err(`"${asked}" is refused: paths of commands have no "..". Give one in the run's folder.`);
    }
    const wanted = path.resolve(runFolder, asked);
    const real = await realOrNull(wanted);
    const above = real ?? (await nearestReal(wanted));
    const isLinkToNowhere =
      real === null && (await lstat(wanted).catch(() => null))?.isSymbolicLink() === true;
    if (isLinkToNowhere || !roots[use].some((root) => isInside(root, above))) {
      return err(refusedFile(asked, use));
    }
    if (use === "write" && (isInGit(wanted) || isInGit(above))) {
      return err(`"${asked}" may not be written by a command: git runs what stands in ".git".`);
    }
    if (real === null || isInside(runFolder, real) || !(await stat(real)).isDirectory()) continue;
    const inside = await checkLinks(real, roots[use]);
    if (!inside.ok) return inside;
  }
  return ok(null);
}

async function checkLinks(folder: string, roots: readonly string[]): Promise<Result<null, string>> {
  const found = await leavingLinks(folder, roots);
  if (!found.ok) return found;
  const [link] = found.value;
  if (link === undefined) return ok(null);
  const shown = path.relative(folder, link);
  return err(
    `The folder holds a link "${shown}" that leads out of it, into a ".git" or nowhere, so no command is run on it.`,
  );
}

/** The links below a folder that lead out of `roots`, into the data of a repository, or nowhere. */
export async function leavingLinks(
  folder: string,
  roots: readonly string[],
): Promise<Result<string[], string>> {
  const links: string[] = [];
  let count = 0;
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    count += entries.length;
    if (count > MAX_ENTRIES)
      return err(`The folder holds more than ${MAX_ENTRIES} files. Give a narrower one.`);
    for (const entry of entries) {
      const file = path.join(at, entry.name);
      if (entry.isDirectory()) folders.push(file);
      if (!entry.isSymbolicLink()) continue;
      const real = await realOrNull(file);
      if (real === null || isInGit(real) || !roots.some((root) => isInside(root, real))) links.push(file);
    }
  }
  return ok(links);
}

/** Takes away such links that a command left in the run's folder. Answers their names. */
export async function removeLeavingLinks(config: FileConfig, runFolder: string): Promise<string[]> {
  const found = await leavingLinks(runFolder, await commandRoots(config, runFolder, "write"));
  if (!found.ok) return [];
  await Promise.all(found.value.map((link) => rm(link, { force: true })));
  return found.value.map((link) => path.relative(runFolder, link));
}

async function nearestReal(file: string): Promise<string> {
  const folder = path.dirname(file);
  return (await realOrNull(folder)) ?? (folder === file ? folder : nearestReal(folder));
}

function refusedFile(asked: string, use: FileUse): string {
  const works =
    use === "read"
      ? "Give a file in the run's folder, or add its folder to FILES_READ."
      : "Give a file in the run's folder, or add its folder to FILES_WRITE.";
  return `"${asked}" may not be ${use === "read" ? "read" : "written"} by a command. ${works}`;
}
