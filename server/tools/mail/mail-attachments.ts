import path from "node:path";
import { withoutControlCharacters } from "#server/core/control-characters.ts";
import { type Result, err, ok } from "#server/core/result.ts";
import { type FileConfig, findExisting } from "#server/tools/file-places.ts";
import { fileProblem } from "#server/tools/file-problem.ts";
import { readBounded } from "#server/tools/read-file.ts";

export const MAX_ATTACHED_MB = 15;

export type Attachment = { filename: string; content: Buffer };

/** The files, found and read as read_file does, or what is wrong with the first that cannot be. */
export async function readAttachments(
  names: readonly string[],
  config: FileConfig,
  runFolder: string,
): Promise<Result<Attachment[], string>> {
  const attachments: Attachment[] = [];
  let bytes = 0;
  for (const name of names) {
    const read = await readOne(name, config, runFolder);
    if (!read.ok) return read;
    bytes += read.value.length;
    if (bytes > MAX_ATTACHED_MB * 1024 * 1024) {
      return err(
        `With "${name}" the attachments are larger than the ${MAX_ATTACHED_MB} MB that a mail may have.`,
      );
    }
    attachments.push({ filename: withoutControlCharacters(path.basename(name)), content: read.value });
  }
  return ok(attachments);
}

async function readOne(name: string, config: FileConfig, runFolder: string): Promise<Result<Buffer, string>> {
  try {
    const found = await findExisting(name, config, runFolder);
    if (!found.ok) return found;
    const read = await readBounded(found.value);
    if (read === "not_a_file") return err(`"${name}" is not a file, so it cannot be attached.`);
    if (read === "too_large") return err(`"${name}" is larger than the 10 MB that one attachment may have.`);
    return ok(read);
  } catch (error) {
    return err(fileProblem(error, name).message);
  }
}
