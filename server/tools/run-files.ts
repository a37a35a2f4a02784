import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { runFolder } from "#server/core/run-rules/run-folder.ts";
import { type ImageType, SIGNATURE_BYTES, imageTypeOf } from "#server/core/image-type.ts";
import { MAX_FILE_BYTES, isInside, realOrNull } from "./file-places.ts";

const MAX_LISTED = 1_000;
const CHUNK_BYTES = 256 * 1024;
// Without O_NONBLOCK, opening a pipe that nobody writes to waits for ever.
const READING = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export type ListedFile = { path: string; bytes: number; modifiedAt: string };
export type RunFile = {
  name: string;
  bytes: number;
  isText: boolean;
  /** What a page may show of it: a picture that holds no words of a program. */
  imageType: ImageType | null;
  content: () => ReadableStream;
};

/** What is in a run's folder, with "/" between folders. Links are neither listed nor followed. */
export async function listRunFiles(dataDir: string, runId: string): Promise<ListedFile[]> {
  const root = path.resolve(runFolder(dataDir, runId));
  const files: ListedFile[] = [];
  const folders = [""];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    for (const entry of await entriesOf(path.join(root, folder))) {
      const file = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(file);
      if (!entry.isFile()) continue;
      const facts = await stat(path.join(root, file)).catch(() => null);
      if (facts === null) continue;
      files.push({ path: file, bytes: facts.size, modifiedAt: facts.mtime.toISOString() });
      if (files.length === MAX_LISTED) return sorted(files);
    }
  }
  return sorted(files);
}

/** A file of a run's folder, or null when there is none of this path in it. */
export async function findRunFile(dataDir: string, runId: string, asked: string): Promise<RunFile | null> {
  if (asked.includes("\0") || path.isAbsolute(asked) || asked.split(/[\\/]/).includes("..")) return null;
  const root = await realOrNull(path.resolve(runFolder(dataDir, runId)));
  const file = root === null ? null : await realOrNull(path.join(root, asked));
  if (root === null || file === null || !isInside(root, file)) return null;
  const facts = await stat(file);
  if (!facts.isFile()) return null;
  return {
    name: path.basename(asked),
    bytes: facts.size,
    isText: facts.size <= MAX_FILE_BYTES && (await isText(file, facts.size)),
    imageType: imageTypeOf(await beginning(file, facts.size)),
    content: () => lazyStream(chunksOf(file, facts.size)),
  };
}

async function beginning(file: string, bytes: number): Promise<Uint8Array> {
  for await (const chunk of chunksOf(file, Math.min(bytes, SIGNATURE_BYTES))) return chunk;
  return new Uint8Array();
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

function sorted(files: ListedFile[]): ListedFile[] {
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function isText(file: string, bytes: number): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of chunksOf(file, bytes)) {
      if (chunk.includes(0)) return false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Opens nothing before somebody reads, so that an answer without a body leaves no file open. */
function lazyStream(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream {
  return new ReadableStream(
    {
      pull: async (controller) => {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: async () => {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The first `bytes` of a file, so that one that grows meanwhile keeps the length that was said. */
async function* chunksOf(file: string, bytes: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  await using handle = await open(file, READING);
  for (let left = bytes; left > 0; ) {
    const size = Math.min(CHUNK_BYTES, left);
    const { bytesRead, buffer } = await handle.read(new Uint8Array(size), 0, size, null);
    if (bytesRead === 0) throw new Error("A file of a run became shorter while it was read");
    left -= bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
