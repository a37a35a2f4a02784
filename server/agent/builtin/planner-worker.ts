import { parentPort } from "node:worker_threads";
import { answerOf } from "./answer.ts";
import type { PlannerTask } from "./planner-thread.ts";

parentPort?.on("message", ({ prompt, offered }: PlannerTask) =>
  parentPort?.postMessage(answerOf(prompt, offered)),
);
