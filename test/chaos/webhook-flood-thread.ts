import { parentPort, workerData } from "node:worker_threads";
import { flood } from "./webhook-flood.ts";

// Beside the good deliveries, so that what is measured of those is not this thread's own work.
parentPort?.postMessage(await flood(workerData.target, workerData.options));
