import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { bundleProgram } from "./bundle-program.ts";

let bundling: Promise<string> | null = null;

export type CrewOptions = {
  leaseMs?: number;
  /** Options of Node for the worker of this number, from 1. */
  nodeOptions?: (number: number) => string[];
};
export type Hand = { workerId: string; child: ChildProcess };

/** Worker processes, with a spare that is ready to join as soon as one is lost. */
export function crew(url: string, ledger: string, more: CrewOptions = {}) {
  const children = new Set<ChildProcess>();
  const lost: string[] = [];
  let count = 0;
  let isDismissed = false;
  let spare = boot();

  async function enlist(): Promise<Hand> {
    const next = spare;
    spare = boot();
    const hand = await next;
    const ended = once(hand.child, "exit").then(() => false);
    hand.child.send("join");
    const hasJoined = await Promise.race([once(hand.child, "message").then(() => true), ended]);
    return hasJoined || isDismissed ? hand : enlist();
  }

  /** A process that cannot open the database is followed by another one. */
  async function boot(): Promise<Hand> {
    for (;;) {
      const hand = await tryBoot();
      if (hand !== null) return hand;
      if (isDismissed) return new Promise(() => {});
    }
  }

  async function tryBoot(): Promise<Hand | null> {
    bundling ??= bundleProgram("chaos-worker");
    const folder = await bundling;
    count += 1;
    const workerId = `w${count}`;
    const child = fork(
      join(folder, "chaos-worker.mjs"),
      [url, workerId, ledger, String(more.leaseMs ?? "")],
      {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
        env: { ...process.env, NODE_COMPILE_CACHE: join(folder, "cache") },
        execArgv: more.nodeOptions?.(count) ?? [],
      },
    );
    children.add(child);
    let hasBooted = false;
    const ended = new Promise<null>((resolve) => {
      child.once("exit", (code, signal) => {
        children.delete(child);
        if (hasBooted && signal !== "SIGKILL") lost.push(`${workerId} ended with ${signal ?? code}`);
        resolve(null);
      });
    });
    const booted = once(child, "message").then(() => {
      hasBooted = true;
      return { workerId, child };
    });
    return Promise.race([booted, ended]);
  }

  return {
    /** Another worker takes runs from now on. */
    join: enlist,
    /** Workers that ended although nobody killed them. */
    lost: (): readonly string[] => lost,
    dismiss: async (): Promise<void> => {
      isDismissed = true;
      const ends = [...children].map((child) => once(child, "exit"));
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ends);
    },
  };
}

export type Crew = ReturnType<typeof crew>;
