import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./chaos-worker.ts", import.meta.url));

export type Hand = { workerId: string; child: ChildProcess };

/** Worker processes, with a spare that is ready to join as soon as one is lost. */
export function crew(url: string, ledger: string, more: { leaseMs?: number; nodeOptions?: string[] } = {}) {
  const children = new Set<ChildProcess>();
  const lost: string[] = [];
  let count = 0;
  let spare = boot();

  async function boot(): Promise<Hand> {
    count += 1;
    const workerId = `w${count}`;
    const child = fork(program, [url, workerId, ledger, String(more.leaseMs ?? "")], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      execArgv: more.nodeOptions ?? [],
    });
    children.add(child);
    child.once("exit", (code, signal) => {
      children.delete(child);
      if (signal !== "SIGKILL" && code !== 0) lost.push(`${workerId} ended with ${signal ?? code}`);
    });
    await once(child, "message");
    return { workerId, child };
  }

  return {
    /** Another worker takes runs from now on. */
    join: async (): Promise<Hand> => {
      const hand = await spare;
      spare = boot();
      hand.child.send("join");
      await once(hand.child, "message");
      return hand;
    },
    /** Workers that ended although nobody killed them. */
    lost: (): readonly string[] => lost,
    dismiss: async (): Promise<void> => {
      await spare.catch(() => null);
      const ends = [...children].map((child) => once(child, "exit"));
      for (const child of children) child.kill("SIGKILL");
      await Promise.all(ends);
    },
  };
}

export type Crew = ReturnType<typeof crew>;
