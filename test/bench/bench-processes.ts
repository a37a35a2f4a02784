import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./bench-worker.ts", import.meta.url));

export type Memory = { rss: number; heapUsed: number };

/** Worker processes on one database, all ended by `stop`. */
export function benchProcesses(url: string) {
  const children: ChildProcess[] = [];

  return {
    start: async (workerId: string, slots = 16): Promise<ChildProcess> => {
      const child = fork(program, [url, workerId, String(slots)], { execArgv: ["--expose-gc"] });
      children.push(child);
      await once(child, "message");
      return child;
    },
    memoryOf: async (child: ChildProcess): Promise<Memory> => {
      const answer = once(child, "message");
      child.send("memory");
      const [memory] = (await answer) as [Memory];
      return memory;
    },
    stop: async (): Promise<void> => {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const ended = once(child, "exit");
        child.send("stop");
        await ended;
      }
    },
  };
}
