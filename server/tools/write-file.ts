import { constants } from "node:fs";
import { z } from "zod";
import type { ToolCallContext } from "#server/context.ts";
import type { ToolOutcome } from "#server/core/tool.ts";
import {
  type FileConfig,
  MAX_FILE_BYTES,
  findWritable,
  isInRepository,
  writingTurns,
} from "./file-places.ts";
import { fileProblem } from "./file-problem.ts";
import { inTurnOfAll } from "./in-turn.ts";
import { openInside, requireOneName } from "./opened-file.ts";
import { completed, failedForNow, failedNow, outcomeUnknown } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";

const input = z.strictObject({
  path: z.string().describe('The file, e.g. "report.md". Relative paths are written in the run\'s folder.'),
  content: z.string(),
  encoding: z.enum(["utf8", "base64"]).optional().describe("How `content` is written; utf8 by default"),
  append: z.boolean().optional().describe("Add to the end instead of replacing the file"),
});

const output = z.object({ path: z.string(), bytes: z.int().describe("The size of the file afterwards") });

// Only the run's own folder and folders that the settings opened for writing can be reached.
const ANNOTATIONS = {
  readOnlyHint: false,
  idempotentHint: false,
  destructiveHint: false,
  openWorldHint: false,
};
const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW, O_NONBLOCK } = constants;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

export function writeFileTool(config: FileConfig): Tool {
  return defineTool({
    name: "write_file",
    description:
      "Writes a file of up to 10 MB in the run's folder or an allowed one; replaces it unless append is true.",
    input,
    output,
    example: { path: "hello.md", content: "# Hello\n" },
    annotations: ANNOTATIONS,
    annotationCases: [
      {
        parameter: "append",
        isOneOf: [false, null],
        annotations: { ...ANNOTATIONS, idempotentHint: true },
      },
    ],
    async call({ path, content, encoding, append }, context) {
      if (encoding === "base64" && (content.length % 4 !== 0 || !BASE64.test(content))) {
        return failedNow("The content is not valid base64. Encode it, or leave the encoding out for text.");
      }
      if (encoding !== "base64" && !content.isWellFormed()) {
        return failedNow("The content has half a surrogate pair in it, which UTF-8 cannot hold.");
      }
      const bytes = Buffer.from(content, encoding ?? "utf8");
      if (bytes.length > MAX_FILE_BYTES) {
        return failedNow(
          `The content has ${bytes.length} bytes; write_file writes up to ${MAX_FILE_BYTES} (10 MB).`,
        );
      }
      const write = () => writeBytes({ path, bytes, isAdded: append === true }, config, context);
      try {
        const found = await findWritable(path, config, context.folder);
        if (!found.ok) return failedNow(found.error);
        const { above, root } = found.value;
        if (!(await isInRepository(above, root))) return await write();
        // Not while git works there.
        return await inTurnOfAll(await writingTurns([above], config, context.folder), write);
      } catch (error) {
        return failureOf(error, path);
      }
    },
  });
}

async function writeBytes(
  { path, bytes, isAdded }: { path: string; bytes: Buffer; isAdded: boolean },
  config: FileConfig,
  context: ToolCallContext,
): Promise<ToolOutcome> {
  if (context.signal.aborted) return failedForNow("Writing was stopped before it began.");
  const found = await findWritable(path, config, context.folder);
  if (!found.ok) return failedNow(found.error);
  const mode = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | (isAdded ? O_APPEND : 0);
  await using handle = await openInside(found.value, mode);
  await requireOneName(handle);
  const before = await handle.stat();
  if (!before.isFile()) return failedNow(`"${path}" is not a file, so nothing was written.`);
  if (isAdded && before.size + bytes.length > MAX_FILE_BYTES) {
    return failedNow(`"${path}" would grow beyond the 10 MB that write_file writes.`);
  }
  try {
    if (!isAdded) await handle.truncate(0);
    await handle.writeFile(bytes);
    await handle.sync();
    return completed({ path, bytes: (await handle.stat()).size });
  } catch (error) {
    if (!isAdded) throw error;
    const { message } = fileProblem(error, path);
    return outcomeUnknown(`${message} Part of the content may have been added to it.`);
  }
}

function failureOf(error: unknown, path: string): ToolOutcome {
  const { message, isTemporary } = fileProblem(error, path);
  return isTemporary ? failedForNow(message) : failedNow(message);
}
