import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "./command-error.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const pageFolder = join(root, "web", "dist");
// What the page is made of: its own files and the rules that it shares with the server.
const SOURCES = [join(root, "web"), join(root, "server", "core")];

/** Builds the web page when it is missing or older than what it is made of. */
export async function buildPage(say: (line: string) => void): Promise<void> {
  const builtAt = changedAt(join(pageFolder, "index.html"));
  if (builtAt !== null && SOURCES.every((folder) => newestChange(folder) <= builtAt)) return;

  const configFile = join(root, "web", "vite.config.ts");
  if (!existsSync(configFile)) return;
  const vite = await import("vite").catch((cause: unknown) => {
    if (builtAt !== null) return null;
    throw new CommandError(
      "The web page is not built, and vite, which builds it, is not installed. Run npm install, then start again.",
      { cause },
    );
  });
  if (vite === null) return;
  say("Building the web page…");
  await vite.build({ configFile, logLevel: "error" });
}

function newestChange(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).startsWith(pageFolder))
    .reduce((newest, entry) => Math.max(newest, changedAt(join(entry.parentPath, entry.name)) ?? 0), 0);
}

function changedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
