import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";
import { fileURLToPath } from "node:url";

const KEEPER = fileURLToPath(new URL("./group-keeper.ts", import.meta.url));

/** Process groups that another process ends when this one is gone, even by SIGKILL. */
const groups = new Set<number>();
let keeper: ChildProcess | null = null;

export function keepGroup(group: number): void {
  groups.add(group);
  if (keeper) tell(keeper, `+${group}`);
  else keeper = startKeeper();
}

export function releaseGroup(group: number): void {
  if (!groups.delete(group) || !keeper) return;
  tell(keeper, `-${group}`);
  if (groups.size > 0) return;
  keeper.stdin?.end();
  keeper = null;
}

function startKeeper(): ChildProcess {
  const child = spawn(process.execPath, [KEEPER], {
    env: {},
    // A signal to this process's group, as Ctrl-C is, is not for it.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  child.once("exit", () => {
    if (keeper === child) keeper = groups.size > 0 ? startKeeper() : null;
  });
  // It keeps no process alive.
  child.unref();
  (child.stdin as Socket).unref();
  for (const group of groups) tell(child, `+${group}`);
  return child;
}

function tell(child: ChildProcess, line: string): void {
  child.stdin?.write(`${line}\n`);
}
