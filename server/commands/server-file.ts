import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ensureFolder } from "#db/ensure-folder.ts";

const serverFileSchema = z.object({ url: z.url(), pid: z.int() });

/** Tells other commands where the server of this data folder listens. Returns how to take it back. */
export function writeServerFile(dataDir: string, url: string): () => void {
  ensureFolder(dataDir);
  const path = join(dataDir, "server.json");
  writeFileSync(path, `${JSON.stringify({ url, pid: process.pid })}\n`, { mode: 0o600 });
  return () => {
    if (readServerFile(dataDir)?.pid === process.pid) rmSync(path, { force: true });
  };
}

export function readServerFile(dataDir: string): { url: string; pid: number } | null {
  try {
    return serverFileSchema.parse(JSON.parse(readFileSync(join(dataDir, "server.json"), "utf8")));
  } catch {
    return null;
  }
}
