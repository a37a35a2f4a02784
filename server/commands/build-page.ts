import { execFile } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { execPath, pid } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
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
  const vite = findVite();
  if (vite === null) {
    if (builtAt !== null) return;
    throw new CommandError(
      "The web page is not built, and vite, which builds it, is not installed. Run npm install, then start again.",
    );
  }
  say("Building the web page…");
  await build(vite, configFile);
}

function findVite(): string | null {
  try {
    return join(fileURLToPath(import.meta.resolve("vite/package.json")), "../bin/vite.js");
  } catch {
    return null;
  }
}

/**
 * In a process of its own, as building takes memory that this one would never give back, and beside the page
 * that stands, as another server may be showing that.
 */
async function build(vite: string, configFile: string): Promise<void> {
  const next = `${pageFolder}.${pid}.next`;
  const last = `${pageFolder}.${pid}.last`;
  try {
    const given = ["build", "--config", configFile, "--outDir", next, "--logLevel", "error"];
    await promisify(execFile)(execPath, [vite, ...given], { cwd: root });
    if (existsSync(pageFolder)) renameSync(pageFolder, last);
    renameSync(next, pageFolder);
  } catch (cause) {
    // Another server built it at the same time, and was first.
    if ((cause as NodeJS.ErrnoException).code === "ENOTEMPTY") return;
    throw new CommandError(`The web page could not be built. ${outputOf(cause)}`, { cause });
  } finally {
    for (const folder of [next, last]) rmSync(folder, { recursive: true, force: true });
  }
}

function outputOf(error: unknown): string {
  const { stderr = "", message = String(error) } = error as { stderr?: string; message?: string };
  return stderr.trim() || message;
}

function newestChange(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).startsWith(pageFolder))
    .reduce((newest, entry) => Math.max(newest, changedAt(join(entry.parentPath, entry.name)) ?? 0), 0);
}

function changedAt(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}
