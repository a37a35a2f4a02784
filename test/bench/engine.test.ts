import { execFile } from "node:child_process";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const program = fileURLToPath(new URL("./engine.ts", import.meta.url));

test("the bench of the engine measures every figure that the engine answers to", {
  timeout: 600_000,
}, async () => {
  const { stdout } = await promisify(execFile)(execPath, [program, "--smoke"], { timeout: 590_000 });

  for (const figure of [
    "chain of",
    "fan-out of",
    "chains of",
    "diamonds of",
    "dependency committed → dependent started",
    "trigger accepted → first step started",
    "worker killed → next try starts elsewhere",
    "paused runs in a worker",
    "validation of 500 steps",
    "two processes",
    "PGlite",
  ]) {
    expect(stdout).toContain(figure);
  }
  expect(stdout).not.toContain("NaN");
});
