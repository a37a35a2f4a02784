import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { z } from "zod";
import { EXAMPLE_FILE } from "#server/core/example-file.ts";
import { type FileConfig, type FoundFile, MAX_FILE_BYTES, findExisting } from "./file-places.ts";
import { fileProblem } from "./file-problem.ts";
import { requireInside, requireOneName } from "./opened-file.ts";
import { completed, failedForNow, failedNow } from "./outcome.ts";
import { type Tool, defineTool } from "./tool.ts";

const input = z.strictObject({
  path: z.string().describe('The file, e.g. "orders.csv". Relative paths start in the run\'s folder.'),
  encoding: z.enum(["utf8", "base64"]).optional().describe("base64 for binary files; utf8 otherwise"),
});

const output = z.object({
  path: z.string(),
  content: z.string(),
  bytes: z.int(),
  contentEncoding: z.literal("base64").optional().describe("There when the content is base64 text"),
});

export function readFileTool(config: FileConfig): Tool {
  return defineTool({
    name: "read_file",
    description:
      "Reads one file of up to 10 MB from the run's folder, the shared files folder or an allowed folder.",
    input,
    output,
    example: { path: EXAMPLE_FILE.name },
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    async call({ path, encoding }, context) {
      try {
        const found = await findExisting(path, config, context.folder);
        if (!found.ok) return failedNow(found.error);
        const read = await readBounded(found.value);
        if (read === "not_a_file")
          return failedNow(`"${path}" is not a file. Use list_files to look into a folder.`);
        if (read === "too_large")
          return failedNow(`"${path}" is larger than the 10 MB that read_file reads.`);

        if (encoding === "base64") {
          const content = read.toString("base64");
          return completed({ path, content, bytes: read.length, contentEncoding: encoding });
        }
        const content = decodeUtf8(read);
        if (content === null) {
          return failedNow(`"${path}" is not valid UTF-8 text. Read it with the encoding "base64".`);
        }
        return completed({ path, content, bytes: read.length });
      } catch (error) {
        const { message, isTemporary } = fileProblem(error, path);
        return isTemporary ? failedForNow(message) : failedNow(message);
      }
    },
  });
}

/** The bytes, at most one over the limit whatever the file claims its size to be. */
export async function readBounded(found: FoundFile): Promise<Buffer | "not_a_file" | "too_large"> {
  // Without O_NONBLOCK, opening a pipe that nobody writes to waits for ever.
  const handle = await open(found.file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    await requireInside(found.root, handle);
    // Steps make files in the run's own folder; people put together the others.
    if (found.isOwn) await requireOneName(handle);
    const stat = await handle.stat();
    if (!stat.isFile()) return "not_a_file";
    if (stat.size > MAX_FILE_BYTES) return "too_large";

    const chunks: Buffer[] = [];
    let length = 0;
    for (;;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(256 * 1024), 0, 256 * 1024, null);
      if (bytesRead === 0) return Buffer.concat(chunks);
      length += bytesRead;
      if (length > MAX_FILE_BYTES) return "too_large";
      chunks.push(buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
