import { parentPort } from "node:worker_threads";
import { importPlan } from "#server/core/plan-import.ts";

parentPort?.on("message", (words: string) => parentPort?.postMessage(importPlan(words)));
