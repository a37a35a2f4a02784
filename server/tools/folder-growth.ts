import { lstat, readdir } from "node:fs/promises";
import path from "node:path";

export type GrowthLimits = { maxGrowthBytes: number; maxEntries: number };

const LOOK_EVERY_MS = 500;
const BLOCK_BYTES = 512;

/** `signal` is aborted once the folders hold too much more than they did; `stop` looks a last time. */
type Growth = { signal: AbortSignal; stop: () => Promise<string | null> };

/** Watches folders while somebody writes in them, who is not to add more than this. */
export async function watchGrowth(folders: readonly string[], limits: GrowthLimits): Promise<Growth> {
  const { maxGrowthBytes, maxEntries } = limits;
  const before = await sizeOf(folders, maxEntries);
  const tooMuch = new AbortController();
  let found: string | null = null;
  let timer: NodeJS.Timeout | null = null;
  let looking = Promise.resolve();

  async function look(): Promise<void> {
    found ??= growthOf(await sizeOf(folders, maxEntries));
    if (found !== null) tooMuch.abort();
  }
  function growthOf(now: Size): string | null {
    if (now.bytes - before.bytes > maxGrowthBytes) {
      return `more than the ${maxGrowthBytes / 1_000_000} MB that it may`;
    }
    if (now.entries > maxEntries && before.entries <= maxEntries) {
      return `so many files that the folder holds more than ${maxEntries}`;
    }
    return null;
  }
  function lookLater(): void {
    timer = setTimeout(() => {
      looking = look().then(lookLater);
    }, LOOK_EVERY_MS);
  }

  lookLater();
  return {
    signal: tooMuch.signal,
    stop: async () => {
      await looking;
      if (timer !== null) clearTimeout(timer);
      await look();
      return found;
    },
  };
}

type Size = { bytes: number; entries: number };

/** What is on the disk, as far as it is looked through. */
async function sizeOf(folders: readonly string[], maxEntries: number): Promise<Size> {
  const size = { bytes: 0, entries: 0 };
  const open = [...folders];
  for (let at = open.pop(); at !== undefined && size.entries <= maxEntries; at = open.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    size.entries += entries.length;
    open.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => path.join(at, name)));
    const files = entries.filter((entry) => entry.isFile());
    const bytes = await Promise.all(files.map(({ name }) => bytesOf(path.join(at, name))));
    size.bytes += bytes.reduce((sum, one) => sum + one, 0);
  }
  return size;
}

async function bytesOf(file: string): Promise<number> {
  const facts = await lstat(file).catch(() => null);
  return facts === null ? 0 : facts.blocks * BLOCK_BYTES;
}
