import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { messageOf, outputOf } from "./call-tool.ts";
import { makeProgramWorld } from "./command-world.ts";

type Output = { stdout: string; stderr: string; isCut: boolean };
const MB = 1_000_000;

test.each([
  ["400 MB in lines", "yes a line of some words | head -c 400000000", 400 * MB],
  ["one line of 20 MB", "head -c 20000000 /dev/zero | tr '\\0' x", 20 * MB],
  ["20 MB of NUL characters", "head -c 20000000 /dev/zero", 20 * MB],
  ["5 MB of random bytes", "head -c 5000000 /dev/urandom", 5 * MB],
])(
  "R18: %s are cut to the first MB with a marker, and the rest is not kept",
  async (_name, script, bytes) => {
    const { report } = await makeProgramWorld(script);
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    }, 5);

    const { stdout, isCut } = outputOf(await report()) as Output;
    clearInterval(watch);

    expect(isCut).toBe(true);
    expect(stdout.slice(-60)).toContain(`[cut: the first 1000000 of ${bytes} bytes]`);
    expect(stdout.length).toBeLessThanOrEqual(MB + 60);
    // Chunks that were dropped stay until they are collected.
    expect(most).toBeLessThan(200 * MB);
  },
);

test("R18: halves of characters and of surrogate pairs become replacement characters", async () => {
  const { report } = await makeProgramWorld("printf 'a\\355\\240\\200b\\303'; printf 'x\\377y' >&2");

  const { stdout, stderr, isCut } = outputOf(await report()) as Output;

  expect(stdout.isWellFormed() && stderr.isWellFormed()).toBe(true);
  expect([stdout, stderr, isCut]).toEqual(["a\ufffd\ufffd\ufffdb\ufffd", "x\ufffdy", false]);
});

test("a character at the cut is not torn", async () => {
  const { report } = await makeProgramWorld("head -c 1999999 /dev/zero | tr '\\0' x | sed 's/xx/ä/g'");

  const { stdout } = outputOf(await report()) as Output;

  expect(stdout).not.toContain("\ufffd");
});

test("a program that does not end is killed with everything that it started", async () => {
  const { report, folder } = await makeProgramWorld("sleep 600 & echo $! >child; sleep 600", {
    timeoutMs: 400,
  });

  const outcome = await report();

  expect(outcome).toMatchObject({ type: "outcome_unknown" });
  expect(messageOf(outcome)).toContain("did not end within 0.4 seconds and was stopped");
  await expectGone(await readFile(path.join(folder, "child"), "utf8"));
});

test("a program that writes without end is stopped and keeps no memory", async () => {
  const { report } = await makeProgramWorld("exec yes", { timeoutMs: 400 });

  expect(await report()).toMatchObject({ type: "outcome_unknown" });
});

test("what a program leaves running ends with it, and is not waited for", async () => {
  const { report, folder } = await makeProgramWorld("sleep 600 & echo $! >child; echo done");

  expect(outputOf(await report())).toMatchObject({ stdout: "done\n", exitCode: 0 });
  await expectGone(await readFile(path.join(folder, "child"), "utf8"));
});

test("a call that is broken off ends the program", async () => {
  const { report, folder } = await makeProgramWorld("echo $$ >self; exec sleep 600");
  const stop = new AbortController();
  const called = report({ signal: stop.signal });
  while (!existsSync(path.join(folder, "self"))) await setTimeout(5);
  const self = await readFile(path.join(folder, "self"), "utf8");

  stop.abort();

  expect(messageOf(await called)).toContain("was stopped before it ended");
  await expectGone(self);
  expect(await report({ signal: AbortSignal.abort() })).toMatchObject({ type: "failed", retry: "temporary" });
});

test("a program that ignores its input gets none of the server into trouble", async () => {
  const { report } = await makeProgramWorld("exec <&-; echo done");

  expect(outputOf(await report({ stdin: "x".repeat(MB) }))).toMatchObject({ stdout: "done\n" });
});

test("commands of one run run one after another", async () => {
  const { report, folder } = await makeProgramWorld("echo in >>order; sleep 0.05; echo out >>order");

  await Promise.all([report(), report(), report()]);

  expect(await readFile(path.join(folder, "order"), "utf8")).toBe("in\nout\n".repeat(3));
});

test("secrets are hidden before an output is cut, and at the edge where it was", async () => {
  const { report } = await makeProgramWorld("head -c 3000000 /dev/zero; echo words >&2");
  const { report: fail } = await makeProgramWorld("head -c 5000 /dev/zero | tr '\\0' x >&2; exit 3");
  const seen: [number, readonly string[] | undefined][] = [];
  const hide = (text: string, cut?: readonly string[]) => {
    seen.push([text.length, cut]);
    return "hidden";
  };

  expect(outputOf(await report({ hide }))).toMatchObject({
    stdout: "hidden\n[cut: the first 1000000 of 3000000 bytes]",
    stderr: "hidden",
  });
  expect(messageOf(await fail({ hide }))).toBe("report failed with exit code 3. It said: hidden");
  expect(seen).toEqual([
    [1_000_000, ["end"]],
    [6, []],
    [5_000, []],
  ]);
});

async function expectGone(pid: string): Promise<void> {
  while (await isAlive(pid.trim())) await setTimeout(5);
}

/** A process that ended and that nobody has asked about yet is a zombie. */
async function isAlive(pid: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => ") Z");
  return !/\) Z/.test(status);
}
