import { parentPort, workerData } from "node:worker_threads";
import { compareWalks, type Sweep } from "#test/core/run-rules/oracle/compare-walks.ts";

const { sweep, part, of } = workerData as { sweep: Sweep; part: number; of: number };

for (const compared of compareWalks(sweep, part, of)) parentPort?.postMessage(compared);
