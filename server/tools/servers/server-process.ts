import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { SERVER_NAME } from "#server/core/tool-server.ts";
import { keepGroup, releaseGroup } from "./kept-groups.ts";

const STDERR_BYTES = 4 * 1024;
// Programs in ordinary places, and what was installed beside the Node that runs this.
const SEARCH_PATH = [
  path.dirname(process.execPath),
  "/usr/local/bin",
  "/usr/bin",
  "/bin",
  "/usr/local/sbin",
  "/usr/sbin",
  "/sbin",
].join(":");
const GRACE_MS = 300;

export type Program = { name: string; command: string; args: string[]; env: Record<string, string> };
export type Places = { dataDir: string; searchPath?: string | undefined };

/**
 * The program in a process group of its own, in a folder of its own, without a shell. Of this process's
 * environment it sees nothing.
 */
export async function startProgram(
  program: Program,
  places: Places,
): Promise<ChildProcessWithoutNullStreams> {
  const folder = folderOf(program.name, places.dataDir);
  await mkdir(folder, { recursive: true });
  const child = spawn(program.command, program.args, {
    cwd: folder,
    env: { PATH: places.searchPath ?? SEARCH_PATH, HOME: folder, LANG: "C.UTF-8", ...program.env },
    detached: true,
    shell: false,
    windowsHide: true,
  });
  // Writing to a program that has ended emits errors; its end is told by "exit".
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on("error", () => {});
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
  child.on("error", () => {});
  if (child.pid !== undefined) keepGroup(child.pid);
  return child;
}

/** Where the program of a tool server works, and may keep what it likes. */
export function folderOf(server: string, dataDir: string): string {
  if (!SERVER_NAME.test(server)) throw new Error(`"${server}" cannot be the name of a tool server.`);
  return path.resolve(dataDir, "tool-servers", server);
}

/** The last words of a program on its standard error, and whether there were more before them. */
export function lastWords(child: ChildProcessWithoutNullStreams): () => { text: string; isCut: boolean } {
  let kept = Buffer.alloc(0);
  let isCut = false;
  child.stderr.on("data", (chunk: Buffer) => {
    isCut ||= kept.length + chunk.length > STDERR_BYTES;
    kept = Buffer.concat([kept, chunk.subarray(-STDERR_BYTES)]).subarray(-STDERR_BYTES);
  });
  return () => ({ text: kept.toString("utf8").trim(), isCut });
}

/** Ends the program and all that it started: first its input, then by word, then by force. */
export async function endProgram(child: ChildProcessWithoutNullStreams, killMs: number): Promise<void> {
  child.stdin.end();
  await isGoneWithin(child, GRACE_MS);
  if (signalGroup(child, "SIGTERM") && !(await isGoneWithin(child, killMs))) {
    signalGroup(child, "SIGKILL");
    await isGoneWithin(child, GRACE_MS);
  }
  if (child.pid !== undefined) releaseGroup(child.pid);
}

async function isGoneWithin(child: ChildProcessWithoutNullStreams, milliseconds: number): Promise<boolean> {
  for (const until = Date.now() + milliseconds; Date.now() < until; await wait(20)) {
    if (!signalGroup(child, 0)) return true;
  }
  return false;
}

/** False when nobody of the group is left. */
function signalGroup(child: ChildProcessWithoutNullStreams, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false;
  try {
    return process.kill(-child.pid, signal);
  } catch {
    return false;
  }
}
