import { writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { setTimeout } from "node:timers/promises";
import { answerTasks } from "#server/tools/work-reply.ts";

export type OddTask =
  | "pid"
  | "settings"
  | "pid-later"
  | "breathe"
  | "endless"
  | "fill-a-list"
  | "throw"
  | "write"
  | "start";

const DEEDS: Record<OddTask, () => unknown> = {
  pid: () => process.pid,
  settings: () => Object.keys(process.env),
  "pid-later": () => setTimeout(20, process.pid),
  breathe: () => setTimeout(500, "breathed"),
  endless: () => {
    for (;;) Math.random();
  },
  "fill-a-list": () => {
    const list: object[] = [];
    for (;;) list.push({});
  },
  throw: () => {
    throw new Error("no such column");
  },
  write: () => writeFileSync("written-by-work", ""),
  start: () => spawnSync("true").error?.message,
};

answerTasks((task: OddTask) => DEEDS[task]());
