import { readFileSync, readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** The ids of live processes whose command line has `mark` in it. */
export function processesWith(mark: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => commandLine(name).includes(mark))
    .map(Number);
}

/** Waits until the condition holds; false when it does not within ten seconds. */
export async function eventually(holds: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (holds()) return true;
    await wait(50);
  }
  return false;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}
