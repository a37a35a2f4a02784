import { spawn } from "node:child_process";
import { once } from "node:events";
import { execPath } from "node:process";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";

const untilStopped = new URL("../../server/commands/until-stopped.ts", import.meta.url);

/** A process that takes `closeMs` to close, and that something else would keep for ever. */
async function start(closeMs: number) {
  const program = `
    import { untilStopped } from ${JSON.stringify(untilStopped.href)};
    await untilStopped(async () => {
      setInterval(() => {}, 1_000);
      process.stdout.write("up");
      return { close: () => new Promise((resolve) => setTimeout(resolve, ${closeMs})) };
    });`;
  const child = spawn(execPath, ["--input-type=module", "--eval", program]);
  const said: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => said.push(chunk.toString()));
  await once(child.stdout, "data");
  return { child, said, ended: once(child, "exit").then(([code]) => Number(code)) };
}

test("one signal closes, says so in one line and ends with 0, whatever else would keep the process", async () => {
  const { child, said, ended } = await start(50);
  child.kill("SIGTERM");

  expect(await ended).toBe(0);
  expect(said.join("")).toBe(
    "Stopping: steps may finish for some seconds. A second signal ends it at once.\n",
  );
});

test("a terminal and a parent process may both pass on one Ctrl+C", async () => {
  const { child, ended } = await start(600);
  child.kill("SIGINT");
  child.kill("SIGTERM");

  expect(await ended).toBe(0);
});

test("a second signal ends it at once", async () => {
  const { child, said, ended } = await start(9_000);
  child.kill("SIGTERM");
  while (said.length === 0) await setTimeout(20);
  await setTimeout(700);
  child.kill("SIGINT");

  // Who waits for the end of what is under way ends with 0.
  expect(await ended).toBe(1);
});
