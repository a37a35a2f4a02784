import { mkdir, realpath } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/config.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { nearFile } from "./near-file.ts";

export type FileConfig = Pick<Config, "dataDir" | "filesFolder" | "filesRead" | "filesWrite">;

/** A folder that file tools may use. `name` is how messages speak of it. */
export type Place = { name: string; folder: string };

const MAX_PATH_LENGTH = 1_000;

/** A file that is there, the real folder that it has to be in, and whether that is the run's own. */
export type FoundFile = { file: string; root: string; isOwn: boolean };

/** Where a file is to be written: in the folders `names` below the real one `above`. */
export type WritableFile = { root: string; above: string; names: string[]; file: string };

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Where a relative path is looked for, in this order. */
export function readingPlaces(config: FileConfig, runFolder: string): Place[] {
  return [
    { name: "the run's own folder", folder: runFolder },
    { name: `"${config.filesFolder}"`, folder: path.resolve(config.dataDir, "files") },
    ...config.filesRead.map(configuredPlace),
  ];
}

/** Where an absolute path may lie: what may be written may be read as well. */
export function allowedPlaces(config: FileConfig, runFolder: string, use: "read" | "write"): Place[] {
  const writing = [
    { name: "the run's own folder", folder: runFolder },
    ...config.filesWrite.map(configuredPlace),
  ];
  return use === "write"
    ? writing
    : [...readingPlaces(config, runFolder), ...config.filesWrite.map(configuredPlace)];
}

/** Refuses what no place could hold. */
export function checkPath(asked: string): Result<null, string> {
  if (asked.includes("\0")) return err("The path contains a NUL character, which no file name may have.");
  if (asked.length > MAX_PATH_LENGTH) {
    return err(`The path has ${asked.length} characters; file tools take up to ${MAX_PATH_LENGTH}.`);
  }
  if (asked.trim() === "") return err('The path is empty. Give one such as "report.csv".');
  if (!path.isAbsolute(asked) && isOutside(path.normalize(asked))) {
    return err(`The path "${asked}" leads out of its folder. Give one without "..", such as "report.csv".`);
  }
  return ok(null);
}

/**
 * The real file behind `asked`, looked for in each place. A link that leads out of its place is
 * refused, never followed.
 */
export async function findExisting(
  asked: string,
  config: FileConfig,
  runFolder: string,
): Promise<Result<FoundFile, string>> {
  const checked = checkPath(asked);
  if (!checked.ok) return checked;

  const isAbsolute = path.isAbsolute(asked);
  const places = isAbsolute
    ? allowedPlaces(config, runFolder, "read").filter((place) => isInside(place.folder, path.resolve(asked)))
    : readingPlaces(config, runFolder);
  if (places.length === 0) return err(notAllowed(asked, "read", "FILES_READ or FILES_WRITE"));

  for (const place of places) {
    const wanted = path.resolve(place.folder, asked);
    const real = await realOrNull(wanted);
    if (real === null) continue;
    const root = await realOrNull(place.folder);
    if (root === null || !isInside(root, real)) {
      return err(`"${asked}" is a link that leads out of ${place.name}, so it was not followed.`);
    }
    return ok({ file: real, root, isOwn: place.folder === runFolder });
  }
  if (isAbsolute) return err(`There is no file "${asked}".`);
  const near = await nearFile(asked, places);
  const meant = near === null ? "" : ` There is one called "${near}".`;
  return err(`There is no file "${asked}". It was looked for in ${placesText(places)}.${meant}`);
}

/** The place of a file to write. Nothing is made but the place's own folder. */
export async function findWritable(
  asked: string,
  config: FileConfig,
  runFolder: string,
): Promise<Result<WritableFile, string>> {
  const checked = checkPath(asked);
  if (!checked.ok) return checked;

  const wanted = path.resolve(runFolder, asked);
  const place = allowedPlaces(config, runFolder, "write").find((one) => isInside(one.folder, wanted));
  if (!place) return err(notAllowed(asked, "written", "FILES_WRITE"));
  if (wanted === path.resolve(place.folder)) return err(`"${asked}" is a folder. Name a file in it.`);

  const refusal = `"${asked}" is not written: git runs what stands in ".git". Use git by run_command.`;
  if (isInGit(wanted)) return err(refusal);

  await mkdir(place.folder, { recursive: true });
  const root = await realpath(place.folder);
  const { above, names } = await nearestExisting(path.dirname(wanted));
  if (!isInside(root, above)) {
    return err(`"${asked}" passes a link that leads out of ${place.name}, so nothing was written.`);
  }
  // A link may lead there.
  if (isInGit(above)) return err(refusal);
  return ok({ root, above, names, file: path.basename(wanted) });
}

/** Whether a real path is that of a repository's own data, or lies in it. */
export function isInGit(file: string): boolean {
  return file.split(path.sep).some((name) => name.toLowerCase() === ".git");
}

/**
 * The places that hold one of these files and that tools may write in. Who takes turns by them writes nothing
 * there while a command runs.
 */
export async function writingTurns(
  files: readonly string[],
  config: FileConfig,
  runFolder: string,
): Promise<string[]> {
  const roots = await Promise.all(
    allowedPlaces(config, runFolder, "write").map((place) => realOrNull(place.folder)),
  );
  const real = await Promise.all(files.map(async (file) => (await nearestExisting(file)).above));
  return roots.filter((root) => root !== null && real.some((file) => isInside(root, file))).map(String);
}

/** Whether git would take a folder for a part of a repository in `root`. Both are real paths. */
export async function isInRepository(folder: string, root: string): Promise<boolean> {
  if ((await realOrNull(path.join(folder, ".git"))) !== null) return true;
  return folder !== root && isInside(root, folder) && isInRepository(path.dirname(folder), root);
}

/** Places as a sentence names them. */
export function placesText(places: readonly Place[]): string {
  const names = places.map((place) => place.name);
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", in ")} and in ${names.at(-1)}`;
}

export function isInside(folder: string, file: string): boolean {
  return !isOutside(path.relative(folder, file));
}

export async function realOrNull(file: string): Promise<string | null> {
  try {
    return await realpath(file);
  } catch {
    return null;
  }
}

function isOutside(relative: string): boolean {
  return relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
}

function configuredPlace(folder: string): Place {
  return { name: `"${folder}"`, folder: path.resolve(folder) };
}

/** The real path of the nearest folder that is there, and the names from it to the one asked for. */
async function nearestExisting(
  folder: string,
  names: readonly string[] = [],
): Promise<{ above: string; names: string[] }> {
  const real = await realOrNull(folder);
  if (real !== null || path.dirname(folder) === folder) return { above: real ?? folder, names: [...names] };
  return nearestExisting(path.dirname(folder), [path.basename(folder), ...names]);
}

function notAllowed(asked: string, verb: string, setting: string): string {
  const works = `Give a relative path, or add its folder to ${setting}.`;
  return `"${asked}" may not be ${verb}: it lies in no folder that file tools may use. ${works}`;
}
