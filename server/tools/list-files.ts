import path from "node:path";
import { z } from "zod";
import { countAlternatives } from "#server/core/glob-alternatives.ts";
import {
  type FileConfig,
  type Place,
  allowedPlaces,
  checkPath,
  isInside,
  placesText,
  readingPlaces,
} from "./file-places.ts";
import { type MatchAnswer, type MatchTask, MAX_FILES, MAX_LOOKED_AT } from "./matching-files.ts";
import { completed, failedForNow, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";
import { workProblem, workProcess } from "./work-process.ts";

const MAX_PATTERN = 1_000;
const MAX_ALTERNATIVES = 1_000;
const TIMEOUT_MS = 20_000;
const LEADS_OUT = /(^|[\\/{,(|])\.\.([\\/},)|]|$)/;

const input = z.strictObject({
  path: z.string().optional().describe("The folder to look in; every readable folder when left out"),
  pattern: z.string().optional().describe('A glob such as "*.csv" or "**/*.md"; every file when left out'),
});

const fileSchema = z.object({ path: z.string(), bytes: z.int(), modifiedAt: z.string() });
const output = z.object({ files: z.array(fileSchema) });

// Matching can take a pattern's whole time limit, and keeps nobody else waiting there.
const matchApart = workProcess<MatchTask, MatchAnswer>(
  new URL("./matching-worker.ts", import.meta.url),
  () => true,
);

export function listFilesTool(config: FileConfig): Tool {
  return defineTool({
    name: "list_files",
    description: `Lists up to ${MAX_FILES} files with size and time of change, in up to ${TIMEOUT_MS / 1_000} seconds. read_file takes a path of the list as it is.`,
    input,
    output,
    example: { pattern: "*.csv" },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ path: asked = ".", pattern = "**/*" }, context) {
      const checked = checkPath(asked);
      if (!checked.ok) return failedNow(checked.error);
      const problem = patternProblem(pattern);
      if (problem !== null) return failedNow(problem);

      const places = placesOf(asked, config, context.folder);
      if (places.length === 0) return failedNow(`"${asked}" lies in no folder that file tools may use.`);
      const task = {
        places: places.map(({ folder }) => ({ folder, isOwn: folder === context.folder })),
        asked,
        pattern,
      };
      const end = await matchApart(task, { timeoutMs: TIMEOUT_MS, signal: context.signal });
      if (!("answer" in end)) {
        const words = workProblem(end, `Listing the files that match "${pattern}"`, TIMEOUT_MS);
        if ("stopped" in end && end.stopped === "late") {
          return failedNow(`${words} Give a folder or a simpler pattern.`);
        }
        return failedForNow(words);
      }
      if ("files" in end.answer) return completed({ files: end.answer.files });
      if (end.answer.problem === "no folder") {
        return failedNow(`There is no folder "${asked}". It was looked for in ${placesText(places)}.`);
      }
      return failedNow(
        `More than ${MAX_FILES} files match, or ${MAX_LOOKED_AT} had to be looked at. Give a folder or a narrower pattern.`,
      );
    },
  });
}

function patternProblem(pattern: string): string | null {
  if (pattern.length > MAX_PATTERN) {
    return `The pattern has ${pattern.length} characters; list_files takes up to ${MAX_PATTERN}.`;
  }
  if (path.isAbsolute(pattern) || pattern.includes("\0") || LEADS_OUT.test(pattern)) {
    return `The pattern "${pattern}" leads out of its folder. Give one such as "*.csv".`;
  }
  const counted = countAlternatives(pattern);
  if (!counted.ok) {
    return `The pattern "${pattern}" ${counted.error}. Write alternatives as {csv,md}, and "?" for a brace in a name.`;
  }
  if (counted.value > MAX_ALTERNATIVES) {
    return `The pattern "${pattern}" stands for ${counted.value} patterns; list_files takes up to ${MAX_ALTERNATIVES}. Use "*" in place of alternatives.`;
  }
  return null;
}

function placesOf(asked: string, config: FileConfig, runFolder: string): Place[] {
  if (!path.isAbsolute(asked)) return readingPlaces(config, runFolder);
  const around = allowedPlaces(config, runFolder, "read").filter((place) =>
    isInside(place.folder, path.resolve(asked)),
  );
  return around.slice(0, 1);
}
