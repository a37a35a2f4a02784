import { glob, lstat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import {
  type FileConfig,
  type Place,
  allowedPlaces,
  checkPath,
  isInside,
  placesText,
  readingPlaces,
  realOrNull,
} from "./file-places.ts";
import { completed, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";

const MAX_FILES = 5_000;
// A link to a large folder is looked through before it is seen to lead out.
const MAX_LOOKED_AT = 50_000;

const input = z.strictObject({
  path: z.string().optional().describe("The folder to look in; every readable folder when left out"),
  pattern: z.string().optional().describe('A glob such as "*.csv" or "**/*.md"; every file when left out'),
});

const fileSchema = z.object({ path: z.string(), bytes: z.int(), modifiedAt: z.string() });
const output = z.object({ files: z.array(fileSchema) });
type ListedFile = z.infer<typeof fileSchema>;

export function listFilesTool(config: FileConfig): Tool {
  return defineTool({
    name: "list_files",
    description: "Lists files with size and time of change. read_file takes a path of the list as it is.",
    input,
    output,
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ path: asked = ".", pattern = "**/*" }, context) {
      const checked = checkPath(asked);
      if (!checked.ok) return failedNow(checked.error);
      if (
        path.isAbsolute(pattern) ||
        pattern.includes("\0") ||
        /(^|[\\/{,(|])\.\.([\\/},)|]|$)/.test(pattern)
      ) {
        return failedNow(`The pattern "${pattern}" leads out of its folder. Give one such as "*.csv".`);
      }

      const places = placesOf(asked, config, context.folder);
      if (places.length === 0) return failedNow(`"${asked}" lies in no folder that file tools may use.`);
      const found = new Map<string, ListedFile>();
      let isAnyThere = false;
      for (const place of places) {
        const folder = await folderInside(place, asked);
        if (folder === null) continue;
        isAnyThere = true;
        const isFull = await collect(
          { folder, root: place.folder, isOwn: place.folder === context.folder, asked, pattern },
          found,
        );
        if (isFull) {
          return failedNow(
            `More than ${MAX_FILES} files match, or ${MAX_LOOKED_AT} had to be looked at. Give a folder or a narrower pattern.`,
          );
        }
      }
      if (!isAnyThere) {
        return failedNow(`There is no folder "${asked}". It was looked for in ${placesText(places)}.`);
      }
      const files = [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
      return completed({ files });
    },
  });
}

function placesOf(asked: string, config: FileConfig, runFolder: string): Place[] {
  if (!path.isAbsolute(asked)) return readingPlaces(config, runFolder);
  const around = allowedPlaces(config, runFolder, "read").filter((place) =>
    isInside(place.folder, path.resolve(asked)),
  );
  return around.slice(0, 1);
}

async function folderInside(place: Place, asked: string): Promise<string | null> {
  const root = await realOrNull(place.folder);
  const folder = await realOrNull(path.resolve(place.folder, asked));
  if (root === null || folder === null || !isInside(root, folder)) return null;
  return (await factsOf(folder))?.isDirectory() === true ? folder : null;
}

/** Adds what matches; an earlier place hides the same path in a later one. True when there is too much. */
async function collect(
  where: { folder: string; root: string; isOwn: boolean; asked: string; pattern: string },
  found: Map<string, ListedFile>,
): Promise<boolean> {
  const root = await realOrNull(where.root);
  let lookedAt = 0;
  for await (const relative of glob(where.pattern, { cwd: where.folder })) {
    lookedAt += 1;
    if (lookedAt > MAX_LOOKED_AT) return true;
    const real = await realOrNull(path.join(where.folder, relative));
    if (root === null || real === null || !isInside(root, real)) continue;
    const facts = await factsOf(real);
    const shown = path.join(where.asked, relative);
    if (facts === null || !facts.isFile() || (where.isOwn && facts.nlink > 1) || found.has(shown)) continue;
    found.set(shown, { path: shown, bytes: facts.size, modifiedAt: facts.mtime.toISOString() });
    if (found.size > MAX_FILES) return true;
  }
  return false;
}

/** null for what went away since it was seen. */
function factsOf(file: string) {
  return lstat(file).catch(() => null);
}
