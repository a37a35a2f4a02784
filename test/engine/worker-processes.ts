import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./worker-process.ts", import.meta.url));

/** Workers as real processes on one database, with a ledger of calls that outlives them. */
export function workerProcesses(url: string, ledger: string, leaseMs = 2_000) {
  writeFileSync(ledger, "");
  const children = new Set<ChildProcess>();

  return {
    start: async (workerId: string): Promise<ChildProcess> => {
      const child = fork(program, [url, workerId, ledger, String(leaseMs)], {
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
      children.add(child);
      await once(child, "message");
      return child;
    },
    /** Lines such as `w1 call run_1 send 1`. */
    ledger: () => readFileSync(ledger, "utf8").split("\n").filter(Boolean),
    killAll: () => {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
