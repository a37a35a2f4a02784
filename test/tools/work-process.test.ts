import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { MOST_AT_ONCE, type WorkEnd, workProblem, workProcess } from "#server/tools/work-process.ts";
import type { OddTask } from "./odd-work.ts";

const never = new AbortController().signal;
const oddWork = () => workProcess<OddTask, unknown>(new URL("./odd-work.ts", import.meta.url), () => true);

function answerIn(end: WorkEnd<unknown>): unknown {
  if (!("answer" in end)) throw new Error(workProblem(end, "The work", 0));
  return end.answer;
}

test("work that has done well is given the next task in the same process", async () => {
  const work = oddWork();
  const first = answerIn(await work("pid", { timeoutMs: 60_000, signal: never }));

  expect(answerIn(await work("pid", { timeoutMs: 60_000, signal: never }))).toBe(first);
  expect(first).not.toBe(process.pid);
});

test("many tasks at once are done by few processes, each in its turn, and as many stay for the next ones", async () => {
  const work = oddWork();
  const many = () =>
    Promise.all(Array.from({ length: 40 }, () => work("pid-later", { timeoutMs: 60_000, signal: never })));
  const first = new Set((await many()).map(answerIn));
  const second = new Set((await many()).map(answerIn));

  expect(first.size).toBeLessThanOrEqual(MOST_AT_ONCE);
  expect([...second].filter((pid) => !first.has(pid))).toEqual([]);
});

test("one task without end keeps a process busy, and the others go on", async () => {
  const work = oddWork();
  const stop = new AbortController();
  const endless = work("endless", { timeoutMs: 60_000, signal: stop.signal });
  const others = await Promise.all(
    Array.from({ length: 10 }, () => work("pid", { timeoutMs: 60_000, signal: never })),
  );
  expect(others.map(answerIn)).toHaveLength(10);
  stop.abort();

  expect(await endless).toEqual({ stopped: "aborted" });
});

test("a task that waits for its turn can be stopped, and loses none of its own time", async () => {
  const work = oddWork();
  const stop = new AbortController();
  const busy = Array.from({ length: MOST_AT_ONCE }, () =>
    work("endless", { timeoutMs: 6_000, signal: never }),
  );
  const stopped = work("pid", { timeoutMs: 60_000, signal: stop.signal });
  const waiting = work("pid", { timeoutMs: 5_500, signal: never });
  stop.abort();

  expect(await stopped).toEqual({ stopped: "aborted" });
  expect(await Promise.all(busy)).toEqual(busy.map(() => ({ stopped: "late" })));
  expect(answerIn(await waiting)).toBeTypeOf("number");
});

test("a process that is given many tasks is listened to as often as one that is given one", async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error) => void warnings.push(name);
  process.on("warning", listen);
  const work = oddWork();
  for (let count = 0; count < 12; count += 1) await work("pid", { timeoutMs: 60_000, signal: never });
  await new Promise(setImmediate);
  process.off("warning", listen);

  expect(warnings).toEqual([]);
});

test.each<[OddTask, string]>([
  ["fill-a-list", "The work needed more than 256 MB of memory."],
  ["throw", "The work broke off: no such column."],
  ["endless", "The work did not end within 2 seconds."],
])("the task %s ends alone, in words, and the next one is done", async (task, words) => {
  const work = oddWork();
  const timeoutMs = task === "endless" ? 2_000 : 60_000;
  const end = await work(task, { timeoutMs, signal: never });
  if ("answer" in end) throw new Error("It answered.");

  expect(workProblem(end, "The work", timeoutMs)).toBe(words);
  expect(answerIn(await work("pid", { timeoutMs: 60_000, signal: never }))).not.toBe(process.pid);
});

test("work sees no settings, writes no file and starts no program", async () => {
  const work = oddWork();
  const limits = { timeoutMs: 60_000, signal: never };

  expect(answerIn(await work("settings", limits))).not.toContain("PATH");
  for (const task of ["write", "start"] as const) {
    const end = await work(task, limits);
    const words = "answer" in end ? String(end.answer) : workProblem(end, "The work", 0);
    expect(words).toContain("Access to this API has been restricted");
  }
});

test("a signal to the whole group leaves the task to the process that gave it", async () => {
  const work = oddWork();
  const limits = { timeoutMs: 60_000, signal: never };
  const pid = Number(answerIn(await work("pid", limits)));
  const breathed = work("breathe", limits);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.kill(pid, signal);

  expect(answerIn(await breathed)).toBe("breathed");
});

test("a task without end does not outlive a server that was killed", async () => {
  const parent = spawn(process.execPath, [fileURLToPath(new URL("./parent-of-work.ts", import.meta.url))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(parent.stdout, "data");
  const pid = Number(String(line));
  parent.kill("SIGKILL");

  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), {
    timeout: 30_000,
    interval: 100,
  });
});
