import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";

const MAX_FILES = 1_000;
const ENDINGS: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
  "audio/wav": "wav",
  "audio/ogg": "ogg",
  "application/pdf": "pdf",
  "application/json": "json",
  "application/zip": "zip",
  "application/gzip": "gz",
  "text/plain": "txt",
  "text/csv": "csv",
  "text/html": "html",
};

/** Keeps bytes as a new file of the run, under a name that the server has no say in. */
export async function keepFile(
  folder: string,
  tool: string,
  mimeType: string,
  bytes: Buffer,
): Promise<string> {
  const type = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  const ending = Object.hasOwn(ENDINGS, type) ? ENDINGS[type] : "bin";
  await mkdir(folder, { recursive: true });
  for (let number = 1; number <= MAX_FILES; number += 1) {
    const name = `${tool.replace(/^\.+/, "")}-${number}.${ending}`;
    try {
      // Never over a file that is there, nor through a link.
      await writeFile(path.join(folder, name), bytes, { flag: "wx" });
      return name;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
  throw new Error(`The run has ${MAX_FILES} files of "${tool}" already.`);
}
